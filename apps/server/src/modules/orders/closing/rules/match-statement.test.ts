import fc from "fast-check";
import { expect, test } from "vitest";
import { type BookedTransfer, matchStatement } from "./match-statement.ts";
import type { StatementRow } from "./read-statement.ts";

const dayAt = (at: number) => new Date(Date.UTC(2026, 10, 1 + at)).toISOString().slice(0, 10);

const rowOf = (
  line: number,
  { amount, at, text = "" }: { amount: number; at: number; text?: string },
): StatementRow => ({
  ...{ line, amount, text },
  day: dayAt(at),
});

const booked = (amount: number, at: number, more: Partial<BookedTransfer> = {}): BookedTransfer => ({
  ...{ orderNumber: "2026110100000001", leadName: "", amount, day: dayAt(at), reference: "", payer: "" },
  ...more,
});

const few = fc.record({ amount: fc.constantFrom(100, 200), at: fc.integer({ min: 0, max: 12 }) });
const payers = fc.constantFrom("", "陳大文", "LEE");

/** As the rule says it, pair by pair. */
function slowly(rows: readonly StatementRow[], transfers: readonly BookedTransfer[]) {
  const days = (text: string) => Date.parse(text) / 86_400_000;
  const pairs = rows.flatMap((row) =>
    transfers.flatMap((transfer) => {
      const apart = Math.abs(days(row.day) - days(transfer.day));
      const isNamed = transfer.payer !== "" && row.text.includes(transfer.payer);
      return row.amount === transfer.amount && apart <= 5 ? [{ row, transfer, apart, isNamed }] : [];
    }),
  );
  const ordered = pairs.toSorted(
    (one, other) =>
      Number(other.isNamed) - Number(one.isNamed) || one.apart - other.apart || one.row.line - other.row.line,
  );
  const found = new Map<StatementRow, { transfer: BookedTransfer; isSure: boolean }>();
  const taken = new Set<BookedTransfer>();
  for (const { row, transfer, isNamed } of ordered) {
    if (found.has(row) || taken.has(transfer)) continue;
    const isOnly = pairs.every((pair) => (pair.row === row) === (pair.transfer === transfer));
    found.set(row, { transfer, isSure: isNamed || isOnly });
    taken.add(transfer);
  }
  return rows.map((row) => found.get(row) ?? { transfer: null, isSure: false });
}

test("rows and transfers are matched by the rule for any input", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(few, payers), { maxLength: 12 }),
      fc.array(fc.tuple(few, payers), { maxLength: 12 }),
      (given, paid) => {
        const rows = given.map(([one, text], index) => rowOf(index + 2, { ...one, text: `FPS ${text}` }));
        const transfers = paid.map(([{ amount, at }, payer]) => booked(amount, at, { payer }));
        const matched = matchStatement(rows, transfers);
        const expected = slowly(rows, transfers);
        expect(matched.rows.map(({ transfer, isSure }) => ({ transfer, isSure }))).toEqual(expected);
        const taken = new Set(expected.map(({ transfer }) => transfer));
        expect(matched.missing).toEqual(transfers.filter((transfer) => !taken.has(transfer)));
      },
    ),
  );
});

test("a number takes precedence over a name, and a name over a nearer day", () => {
  const transfers = [
    booked(100, 3),
    booked(100, 0, { payer: "CHAN TAI MAN" }),
    booked(100, 6, { reference: "FPS-0091" }),
  ];
  const rows = [
    rowOf(2, { amount: 100, at: 3, text: "Chan Tai Man fps0091" }),
    rowOf(3, { amount: 100, at: 3, text: "CHANTAIMAN" }),
  ];
  expect(matchStatement(rows, transfers).rows.map(({ transfer }) => transfer)).toEqual([transfers[2], transfers[1]]);
});

test("a month of one fee is matched without looking at millions of pairs", () => {
  const rows = Array.from({ length: 2000 }, (_, index) => rowOf(index + 2, { amount: 800, at: index % 28 }));
  const transfers = Array.from({ length: 5000 }, (_, index) => booked(800, index % 28, { leadName: `學生${index}` }));
  expect(matchStatement(rows, transfers).missing).toHaveLength(3000);
});
