import { priceCategories } from "@homeroom/contract/broadcast-settings";
import type { SettingForm } from "../api.ts";

type Price = SettingForm["prices"][number];

export interface ReadPrices {
  prices: Price[];
  /** The first line that is no price; null: all are. */
  problem: { line: number; text: string } | null;
}

const day = /^\d{4}-\d\d-\d\d$/;

/**
 * Prices of a table as text, one a line: country, category, currency, price, valid from, valid to (may be empty). A first line
 * of headings, empty lines and a byte order mark are skipped; commas, semicolons and tabs divide.
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
    // A first line with figures is a price that went wrong: headings have none.
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

/** A price table with other prices in it: one for the same country, category and day takes the place of the old one. */
export function withPrices(held: readonly Price[], read: readonly Price[]): Price[] {
  const keyOf = ({ country, category, validFrom }: Price) => `${country} ${category} ${validFrom}`;
  const table = new Map([...held, ...read].map((price) => [keyOf(price), price]));
  return [...table.values()];
}
