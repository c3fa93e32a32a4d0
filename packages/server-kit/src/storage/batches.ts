// Collects items into batches for a database behind a network: what arrives while one batch is processed forms the next one.

/**
 * The first batch starts after the current turn of the event loop, so that items of one turn share it.
 * @param process Never rejects.
 */
export function createBatches<Item>(process: (batch: readonly Item[]) => Promise<void>): (item: Item) => void {
  let waiting: Item[] = [];
  let isRunning = false;

  async function processAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await process(batch);
    }
    isRunning = false;
  }

  return (item) => {
    waiting.push(item);
    if (isRunning) return;
    isRunning = true;
    setImmediate(() => void processAll());
  };
}
