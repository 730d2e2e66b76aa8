import type { StatementRow } from "./read-statement.ts";

/** A transfer that was booked, in main units. */
export interface Booked {
  orderNumber: string;
  leadName: string;
  amount: number;
  day: string;
  reference: string;
  payer: string;
}

export interface MatchedRow<Transfer> {
  row: StatementRow;
  transfer: Transfer | null;
  isSure: boolean;
}

/** Days that may lie between the bank's day and the day on which staff booked it. */
export const maxDaysApart = 5;

/**
 * Finds the booked transfer of each row of a statement: the same amount, a few days apart at most, each booked once. What
 * is named in the row goes first, then what is nearest.
 */
export function matchStatement<Transfer extends Booked>(
  rows: readonly StatementRow[],
  transfers: readonly Transfer[],
): { rows: MatchedRow<Transfer>[]; missing: Transfer[] } {
  const byAmount = Map.groupBy(transfers, ({ amount }) => amount);
  const pairs = rows
    .flatMap((row) =>
      (byAmount.get(row.amount) ?? []).map((transfer) => {
        return { row, transfer, signs: signsOf(row, transfer), apart: daysApart(row.day, transfer.day) };
      }),
    )
    .filter(({ apart }) => apart <= maxDaysApart)
    .toSorted((one, other) => other.signs - one.signs || one.apart - other.apart || one.row.line - other.row.line);
  const found = new Map<StatementRow, { transfer: Transfer; isSure: boolean }>();
  const taken = new Set<Transfer>();
  const rowsWith = (transfer: Transfer) => pairs.filter((pair) => pair.transfer === transfer).length;
  const transfersOf = (row: StatementRow) => pairs.filter((pair) => pair.row === row).length;
  for (const { row, transfer, signs } of pairs) {
    if (found.has(row) || taken.has(transfer)) continue;
    const isOnly = () => rowsWith(transfer) === 1 && transfersOf(row) === 1;
    found.set(row, { transfer, isSure: signs > 0 || isOnly() });
    taken.add(transfer);
  }
  return {
    rows: rows.map((row) => ({ row, transfer: null, isSure: false, ...found.get(row) })),
    missing: transfers.filter((transfer) => !taken.has(transfer)),
  };
}

function signsOf({ text }: StatementRow, { reference, orderNumber, payer, leadName }: Booked): number {
  const said = plain(text);
  const names = (value: string, least: number) => value.length >= least && said.includes(plain(value));
  if (names(reference, 4) || names(orderNumber, 16)) return 2;
  return names(payer, 2) || names(leadName, 2) ? 1 : 0;
}

function plain(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\s-]+/g, "")
    .toUpperCase();
}

function daysApart(one: string, other: string): number {
  return Math.abs(Date.parse(one) - Date.parse(other)) / 86_400_000;
}
