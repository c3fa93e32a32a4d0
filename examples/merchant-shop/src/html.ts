// Formats text and amounts for HTML.

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function money(amountCents: number, currency: string): string {
  return new Intl.NumberFormat("en", { style: "currency", currency }).format(amountCents / 100);
}
