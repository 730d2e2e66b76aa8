import type { RecordId } from "@homeroom/contract/ids";
import { ledgerFaults } from "@homeroom/server/modules/billing/public";
import { closeReservation, move, reserve } from "@homeroom/server/modules/billing/writes/ledger";
import { buildOrganization } from "@homeroom/server/modules/organizations/for-tests";
import { inTransaction, type Tx } from "@homeroom/server/platform/db/transaction";
import { type BenchDatabase, withBenchDatabase } from "./measure/database.ts";
import { report } from "./measure/figures.ts";

const count = 1000;
/** Fewer than are requested, so that the last ones are refused. */
const affordable = 700;

await withBenchDatabase(measure);

/** Simultaneous reservations of one balance, and the amounts returned when they are closed. */
async function measure({ db }: BenchDatabase): Promise<void> {
  const { scope } = await buildOrganization(db, "連鎖補習班");
  const act = <Result>(work: (tx: Tx) => Promise<Result>) => inTransaction(db, scope, work);
  const given = { unit: "message", from: "outside", to: "available", cause: "grant" } as const;
  await act((tx) => move(tx, scope, { ...given, amount: affordable, key: "first" }));
  const keep = (key: string) =>
    act((tx) => reserve(tx, scope, { unit: "message", amount: 1, cause: "broadcast", key }));
  // Warm-up: statements are prepared, as in a server that has run for a while.
  for (const id of await Promise.all(Array.from({ length: 20 }, (_, index) => keep(`warm ${index}`))))
    await act((tx) => closeReservation(tx, scope, id));

  const [results, kept] = await timed(() =>
    Promise.allSettled(Array.from({ length: count }, (_, index) => keep(`r${index}`))),
  );
  const held = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  if (held.length !== affordable) throw new Error(`${held.length} of ${affordable} reservations were accepted`);
  const [, closed] = await timed(() =>
    Promise.all(held.map((id: RecordId) => act((tx) => closeReservation(tx, scope, id)))),
  );
  const { organizationId } = scope;
  const add = () =>
    act((tx) =>
      tx
        .updateTable("ledger_balance")
        .set(({ ref }) => ({ balance: ref("balance") }))
        .where("organization_id", "=", organizationId)
        .where("unit", "=", "message")
        .where("place", "=", "available")
        .execute(),
    );
  const [, bare] = await timed(() => Promise.all(Array.from({ length: count }, add)));
  const faults = await act((tx) => ledgerFaults(tx, scope));
  if (faults.length > 0) throw new Error(`The ledger does not add up: ${faults.join(", ")}`);
  const alone: number[] = [];
  for (let index = 0; index < 200; index += 1) alone.push((await timed(() => keep(`alone ${index}`)))[1]);
  const wanted = { of: "own", atMost: 2 } as const;
  report({
    title: "Ledger",
    against: "one update of the same row in a transaction",
    figures: [
      { what: "1,000 reservations at once, each", unit: "ms", own: kept / count, reference: bare / count, wanted },
      { what: `${affordable} reservations closed at once, each`, unit: "ms", own: closed / affordable },
      { what: "a reservation alone, median", unit: "ms", own: alone.toSorted((a, b) => a - b)[100] ?? 0 },
    ],
  });
}

async function timed<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
  const start = performance.now();
  const result = await work();
  return [result, performance.now() - start];
}
