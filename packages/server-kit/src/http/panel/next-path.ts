// Where a sign-in or a form leads on to: an address of the panel and nothing else, so that no link of somebody else's sends people away.

/** The address, below the base path, or the panel's first page. */
export function nextPath(next: string | undefined): string {
  const isOwn = next !== undefined && /^\/panel(?:[/?][A-Za-z0-9_.~%/?=&+-]*)?$/.test(next);
  if (!isOwn || next.includes("//")) return "/panel";
  // Dots that lead upwards, written out or not: what a browser makes of them is not an address of the panel.
  const [path = ""] = next.split("?", 1);
  return /\/\.|%2e|%2f|%5c/i.test(path) ? "/panel" : next;
}
