// Opens something on first use, once for all who need it. A failed opening is not kept: the next call tries again.

interface OpenedOnce<Opened> {
  get(): Promise<Opened>;
  /** What is opened or being opened; undefined when nothing is. */
  current(): Promise<Opened> | undefined;
}

export function openedOnce<Opened>(open: () => Promise<Opened>): OpenedOnce<Opened> {
  let opening: Promise<Opened> | undefined;
  return {
    get() {
      opening ??= open().catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
      return opening;
    },
    current: () => opening,
  };
}
