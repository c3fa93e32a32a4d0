// Pictures of the products as inline SVG, so that the pages load nothing from other hosts.

const shapes: Readonly<Record<string, string>> = {
  tea: `<path fill="#e8d9b8" d="M92 58h76l8 96H84z"/><path fill="#d6c294" d="M92 58h76l1 12H91z"/><rect x="98" y="88" width="64" height="44" rx="4" fill="#fffaf0"/><path fill="#3d7a57" d="M130 122c-22-4-22-24 0-28 22 4 22 24 0 28z"/><path stroke="#fffaf0" stroke-width="2" d="M130 98v22"/>`,
  pot: `<path fill="none" stroke="#2c2f33" stroke-width="9" d="M86 92C84 40 176 40 174 92"/><path fill="#3b4046" d="M80 104c0-24 100-24 100 0 8 30-14 50-50 50s-58-20-50-50z"/><path fill="#3b4046" d="M178 108l30-14 6 8-30 30z"/><ellipse cx="130" cy="90" rx="34" ry="9" fill="#4d545c"/><circle cx="130" cy="79" r="7" fill="#c79a4b"/><g fill="#525a62"><circle cx="104" cy="118" r="4"/><circle cx="121" cy="122" r="4"/><circle cx="139" cy="122" r="4"/><circle cx="156" cy="118" r="4"/></g>`,
  oolong: `<rect x="92" y="66" width="76" height="88" rx="8" fill="#7b4a2d"/><rect x="92" y="66" width="76" height="20" rx="8" fill="#945b38"/><rect x="88" y="56" width="84" height="16" rx="6" fill="#5f3821"/><rect x="100" y="98" width="60" height="38" rx="3" fill="#f4e6c9"/><path fill="none" stroke="#7b4a2d" stroke-width="3" d="M108 124c10-18 34-18 44 0M114 110c8-6 24-6 32 0"/>`,
  cups: `<path fill="#d9e6ef" d="M62 92h62c0 40-8 54-31 54S62 132 62 92z"/><path fill="#b58a55" d="M66 96h54l-1 8H67z"/><path fill="#c7d8e4" d="M136 92h62c0 40-8 54-31 54s-31-14-31-54z"/><path fill="#b58a55" d="M140 96h54l-1 8h-52z"/><g fill="none" stroke="#5b88a8" stroke-width="3"><path d="M70 120c16 8 30 8 46 0M144 120c16 8 30 8 46 0"/></g><g fill="none" stroke="#9aa6a0" stroke-width="3" stroke-linecap="round"><path d="M86 80c-6-8 6-12 0-22M102 80c-6-8 6-12 0-22M160 80c-6-8 6-12 0-22"/></g>`,
  strainer: `<circle cx="116" cy="104" r="38" fill="#cfd6d9"/><circle cx="116" cy="104" r="38" fill="none" stroke="#8e999e" stroke-width="6"/><path stroke="#8e999e" stroke-width="8" stroke-linecap="round" d="M150 86l52-28"/><path fill="none" stroke="#a9b3b7" stroke-width="2" d="M84 90h64M80 104h72M84 118h64M102 70v68M116 67v74M130 70v68"/>`,
  matcha: `<path fill="#2f4d3d" d="M74 100h112c0 36-24 54-56 54s-56-18-56-54z"/><ellipse cx="130" cy="100" rx="56" ry="14" fill="#85b04c"/><path fill="#9dc564" d="M96 98c14-8 54-8 68 0-14 8-54 8-68 0z"/><g stroke="#c99f62" stroke-width="3"><path d="M168 46l-20 50M174 48l-14 50M180 50l-8 48"/></g><rect x="164" y="28" width="22" height="26" rx="6" transform="rotate(18 175 41)" fill="#b4874a"/>`,
};

/** Decorative: the name is beside it, so assistive technology skips the picture. */
export function picture(product: string): string {
  const shadow = `<ellipse cx="130" cy="158" rx="72" ry="8" fill="#000000" opacity=".1"/>`;
  return `<svg class="picture" viewBox="0 0 260 180" aria-hidden="true" focusable="false">${shadow}${shapes[product] ?? ""}</svg>`;
}

export const logo = `<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false"><circle cx="16" cy="16" r="16" fill="#1f5c43"/><path fill="#e6efe8" d="M8 21c0-9 6-13 17-13 0 11-5 16-13 15l7-8-9 7z"/></svg>`;

export const heroPicture = `<svg viewBox="0 0 200 150" aria-hidden="true" focusable="false"><ellipse cx="100" cy="138" rx="80" ry="7" fill="#000000" opacity=".1"/><path fill="#1f5c43" d="M42 78c0-18 116-18 116 0 6 36-16 58-58 58s-64-22-58-58z"/><path fill="#2d7857" d="M52 76c6-10 90-10 96 0-20 8-76 8-96 0z"/><path fill="none" stroke="#1f5c43" stroke-width="8" d="M158 84c30-6 30 34-6 34"/><path fill="#8fbf6a" d="M96 72c-16-30 4-50 30-52 2 28-8 44-30 52z"/><path fill="none" stroke="#5d8f41" stroke-width="2" d="M98 70c6-20 14-32 24-44"/><g fill="none" stroke="#9aa6a0" stroke-width="4" stroke-linecap="round"><path d="M70 56c-8-10 8-16 0-30M150 56c-8-10 8-16 0-30"/></g></svg>`;

const ring = `<circle cx="22" cy="22" r="20" fill="none" stroke="currentColor" stroke-width="3"`;
export const marks = {
  paid: `<svg viewBox="0 0 44 44" aria-hidden="true">${ring}/><path fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" stroke-linejoin="round" d="M13 23l6 6 12-13"/></svg>`,
  failed: `<svg viewBox="0 0 44 44" aria-hidden="true">${ring}/><path fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" d="M15 15l14 14M29 15L15 29"/></svg>`,
  waiting: `<svg viewBox="0 0 44 44" aria-hidden="true">${ring} opacity=".3"/><path class="turns" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" d="M22 2a20 20 0 0 1 20 20"/></svg>`,
};
