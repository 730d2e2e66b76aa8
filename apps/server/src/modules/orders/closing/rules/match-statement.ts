import type { StatementRow } from "./read-statement.ts";

/** A booked transfer, in main units. */
export interface BookedTransfer {
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

/** Maximum days between the bank's day and the day on which staff booked it. */
export const maxDaysApart = 5;

/**
 * Finds the booked transfer of each row of a statement: the same amount, at most a few days apart, each used once. Matches
 * by text come first, then the nearest. It stays fast for thousands of rows and transfers of one amount.
 */
export function matchStatement<Transfer extends BookedTransfer>(
  rows: readonly StatementRow[],
  transfers: readonly Transfer[],
): { rows: MatchedRow<Transfer>[]; missing: Transfer[] } {
  const near = nearby(transfers);
  const found = new Map<StatementRow, { transfer: Transfer; isSure: boolean }>();
  const taken = new Set<Transfer>();
  const take = (row: StatementRow, transfer: Transfer, isSure: boolean) => {
    found.set(row, { transfer, isSure });
    taken.add(transfer);
  };
  for (const { row, transfer } of namedPairs(rows, near))
    if (!found.has(row) && !taken.has(transfer)) take(row, transfer, true);
  const rowsNear = nearby(rows);
  for (let apart = 0; apart <= maxDaysApart; apart += 1) {
    for (const row of rows) {
      if (found.has(row)) continue;
      const transfer = firstOf(near.at(row, apart), taken);
      if (transfer) take(row, transfer, near.countOf(row) === 1 && rowsNear.countOf(transfer) === 1);
    }
  }
  return {
    rows: rows.map((row) => ({ row, transfer: null, isSure: false, ...found.get(row) })),
    missing: transfers.filter((transfer) => !taken.has(transfer)),
  };
}

/** An amount of money on a day. */
interface DatedAmount {
  readonly amount: number;
  readonly day: string;
}

interface PlacedItem<Item> {
  readonly item: Item;
  /** Among all of them. */
  readonly place: number;
}

interface NearbyItems<Item> {
  /** Transfers of the same amount, this number of days before or after. */
  at(moved: DatedAmount, apart: number): readonly (readonly PlacedItem<Item>[])[];
  /** How many have the same amount within the maximum days. */
  countOf(moved: DatedAmount): number;
}

const day = 86_400_000;

function nearby<Item extends DatedAmount>(items: readonly Item[]): NearbyItems<Item> {
  const keyOf = (amount: number, at: number) => `${amount} ${at}`;
  const dayOf = (text: string) => Date.parse(text) / day;
  const placed = items.map((item, place) => ({ item, place }));
  const groups = Map.groupBy(placed, ({ item }) => keyOf(item.amount, dayOf(item.day)));
  const at = ({ amount, day: on }: DatedAmount, apart: number) => {
    const days = apart === 0 ? [dayOf(on)] : [dayOf(on) - apart, dayOf(on) + apart];
    return days.map((one) => groups.get(keyOf(amount, one)) ?? []);
  };
  return {
    at,
    countOf: (moved) =>
      Array.from({ length: maxDaysApart + 1 }, (_, apart) => at(moved, apart))
        .flat()
        .reduce((sum, group) => sum + group.length, 0),
  };
}

/** The first unused one. */
function firstOf<Item>(groups: readonly (readonly PlacedItem<Item>[])[], taken: ReadonlySet<Item>): Item | undefined {
  const firsts = groups.flatMap((group) => group.find(({ item }) => !taken.has(item)) ?? []);
  return firsts.toSorted((one, other) => one.place - other.place)[0]?.item;
}

/** Rows with the transfers that their text names, most certain first, then nearest. */
function namedPairs<Transfer extends BookedTransfer>(rows: readonly StatementRow[], near: NearbyItems<Transfer>) {
  const signs = new Map<Transfer, Signs>();
  const signsIn = (transfer: Transfer) => {
    const known = signs.get(transfer) ?? signsOf(transfer);
    signs.set(transfer, known);
    return known;
  };
  const pairs = rows.flatMap((row, line) => {
    const said = plain(row.text);
    return Array.from({ length: maxDaysApart + 1 }, (_, apart) =>
      near.at(row, apart).flatMap((group) =>
        group.flatMap(({ item: transfer, place }) => {
          const { numbers, names } = signsIn(transfer);
          const weight = numbers.some((one) => said.includes(one))
            ? 2
            : Number(names.some((one) => said.includes(one)));
          return weight === 0 ? [] : [{ row, transfer, weight, apart, line, place }];
        }),
      ),
    ).flat();
  });
  return pairs.toSorted(
    (one, other) =>
      other.weight - one.weight || one.apart - other.apart || one.line - other.line || one.place - other.place,
  );
}

/** The parts of a bank's text that identify a transfer: numbers with certainty, names probably. */
interface Signs {
  readonly numbers: readonly string[];
  readonly names: readonly string[];
}

function signsOf({ reference, orderNumber, payer, leadName }: BookedTransfer): Signs {
  const long = (value: string, least: number) => (value.length >= least ? [plain(value)] : []);
  return {
    numbers: [...long(reference, 4), ...long(orderNumber, 16)],
    names: [...long(payer, 2), ...long(leadName, 2)],
  };
}

function plain(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\s-]+/g, "")
    .toUpperCase();
}
