// Text and amounts as they may stand in a page.

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function money(amountCents: number, currency: string): string {
  return new Intl.NumberFormat("en", { style: "currency", currency }).format(amountCents / 100);
}
