// Where a form may lead back to: an address of the panel and nothing else, so that no link of somebody else's sends people away.

/** The address, below the base path, or the panel's first page. */
export function ownPath(next: string | undefined): string {
  const isOwn = next !== undefined && /^\/panel(?:[/?][A-Za-z0-9_.~%/?=&+-]*)?$/.test(next);
  // Dots that lead upwards, written out or not, and double slashes: what a browser makes of them is not an address of the panel.
  return isOwn && !/\/\/|\/\.|%2e|%2f|%5c/i.test(next.split("?", 1)[0] ?? "") && !next.includes("//") ? next : "/panel";
}
