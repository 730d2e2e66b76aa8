import { priceCategories } from "@homeroom/contract/broadcast-settings";
import type { SettingForm } from "../api.ts";

type Price = SettingForm["prices"][number];

export interface ReadPrices {
  prices: Price[];
  /** The first line that is not a price; null if all are. */
  problem: { line: number; text: string } | null;
}

const day = /^\d{4}-\d\d-\d\d$/;

/**
 * Parses a price table, one price a line: country, category, currency, price, valid from, valid to (may be empty). A heading
 * line, empty lines and a byte order mark are skipped; the separator can be a comma, semicolon or tab.
 */
export function readPrices(text: string): ReadPrices {
  const prices: Price[] = [];
  for (const [index, written] of text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/)
    .entries()) {
    const line = written.trim();
    if (line === "") continue;
    const price = priceOf(line.split(/[,;\t]/).map((part) => part.trim().replace(/^"|"$/g, "")));
    // A first line with digits is a faulty price: headings have none.
    const isHeading = index === 0 && !/\d/.test(line);
    if (price) prices.push(price);
    else if (!isHeading) return { prices, problem: { line: index + 1, text: line.slice(0, 60) } };
  }
  return { prices, problem: null };
}

function priceOf([
  country = "",
  kind = "",
  currency = "",
  amount = "",
  validFrom = "",
  validTo = "",
]: string[]): Price | null {
  const category = priceCategories.find((one) => one === kind.toLowerCase());
  const unitPrice = amount === "" ? Number.NaN : Number(amount);
  const isRight =
    /^[a-z]{2}$/i.test(country) &&
    /^[a-z]{3}$/i.test(currency) &&
    unitPrice >= 0 &&
    unitPrice <= 1000 &&
    day.test(validFrom);
  if (!category || !isRight || !(validTo === "" || (day.test(validTo) && validTo >= validFrom))) return null;
  const codes = { country: country.toUpperCase(), currency: currency.toUpperCase() };
  return { ...codes, category, unitPrice, validFrom, validTo: validTo || null };
}

/** Merges prices into a table: one for the same country, category and day replaces the old one. */
export function withPrices(held: readonly Price[], read: readonly Price[]): Price[] {
  const keyOf = ({ country, category, validFrom }: Price) => `${country} ${category} ${validFrom}`;
  const table = new Map([...held, ...read].map((price) => [keyOf(price), price]));
  return [...table.values()];
}
