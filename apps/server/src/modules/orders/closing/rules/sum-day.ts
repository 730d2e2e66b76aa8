import type { ClosingSum } from "@homeroom/contract/closing";
import { type CurrencyCode, fromMinor } from "@homeroom/contract/money";

interface Line {
  method: string;
  currency: CurrencyCode;
  received: number;
  kept: number;
  refunded: number;
}

/** The sums of a day's lines in each currency, in main units; added up in minor units. */
export function sumDay(lines: readonly Line[]): ClosingSum[] {
  const byCurrency = Map.groupBy(lines, ({ currency }) => currency);
  return [...byCurrency].map(([currency, own]) => {
    const sum = (of: (line: Line) => number) => own.reduce((all, line) => all + of(line), 0);
    const amount = (of: (line: Line) => number) => fromMinor(sum(of), currency);
    return {
      currency,
      received: amount((line) => line.received),
      kept: amount((line) => line.kept),
      refunded: amount((line) => line.refunded),
      net: amount((line) => line.received - line.refunded),
      cash: amount((line) => (line.method === "cash" ? line.received - line.refunded : 0)),
    };
  });
}

/**
 * Whether two sets of figures of a day are equal, in any order. Kept money may be accepted or returned on a later day,
 * which does not change the amounts received on this one.
 */
export function isSameDay(one: readonly ClosingSum[], other: readonly ClosingSum[]): boolean {
  const text = (sums: readonly ClosingSum[]) =>
    sums
      .map(({ currency, received, refunded, cash }) => [currency, received, refunded, cash].join(" "))
      .toSorted()
      .join("\n");
  return text(one) === text(other);
}
