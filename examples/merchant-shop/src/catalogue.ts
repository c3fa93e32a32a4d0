// The store's products. Amounts are integer cents: floats cause rounding errors, such as 19.98 for 19.99.

export interface Product {
  id: string;
  name: string;
  description: string;
  amountCents: number;
  currency: string;
}

export const catalogue: readonly Product[] = [
  { id: "tea", name: "Green tea", description: "100\u00a0g, first flush", amountCents: 1999, currency: "EUR" },
  { id: "pot", name: "Teapot", description: "Cast iron, 0.8\u00a0l", amountCents: 6450, currency: "EUR" },
  {
    id: "oolong",
    name: "Oolong",
    description: "150\u00a0g, roasted over charcoal",
    amountCents: 2450,
    currency: "EUR",
  },
  { id: "cups", name: "Two cups", description: "Stoneware, 0.2\u00a0l each", amountCents: 2800, currency: "EUR" },
  { id: "matcha", name: "Matcha set", description: "Bowl, whisk and 30\u00a0g", amountCents: 4990, currency: "EUR" },
  { id: "strainer", name: "Tea strainer", description: "Stainless steel", amountCents: 950, currency: "EUR" },
];

export function findProduct(id: string | undefined): Product | undefined {
  return catalogue.find((product) => product.id === id);
}
