// Does the caller accept JSON? Reads the Accept header (RFC 9110, 12.5.1): the most specific matching range decides.

export function acceptsJson(header: string | undefined): boolean {
  if (header === undefined || header.trim() === "") return true;
  let best: { rank: number; quality: number } | undefined;
  for (const range of header.split(",")) {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const rank = ["*/*", "application/*", "application/json"].indexOf(type);
    const quality = Number(parameters.find((parameter) => /^q=/.test(parameter))?.slice(2) ?? 1);
    if (rank !== -1 && (best === undefined || rank > best.rank)) best = { rank, quality };
  }
  return best !== undefined && best.quality > 0;
}
