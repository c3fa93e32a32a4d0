// The target after a sign-in or a form: only a path of the panel, so that a third party's link cannot redirect users to another site.

/** The path, relative to the base path; the panel's first page for any other value. */
export function nextPath(next: string | undefined): string {
  const isOwn = next !== undefined && /^\/panel(?:[/?][A-Za-z0-9_.~%/?=&+-]*)?$/.test(next);
  if (!isOwn || next.includes("//")) return "/panel";
  // Dot segments and encoded separators, which a browser may resolve to a path outside the panel.
  const [path = ""] = next.split("?", 1);
  return /\/\.|%2e|%2f|%5c/i.test(path) ? "/panel" : next;
}
