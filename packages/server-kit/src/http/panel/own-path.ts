// Where a form may lead back to: an address of the panel and nothing else, so that no link of somebody else's sends people away.

/** The address, below the base path, or the panel's first page. */
export function ownPath(next: string | undefined): string {
  return next !== undefined && /^\/panel(?:[/?][A-Za-z0-9_.~%/?=&+-]*)?$/.test(next) && !next.includes("//")
    ? next
    : "/panel";
}
