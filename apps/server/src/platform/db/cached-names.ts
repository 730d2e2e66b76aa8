import type { OrganizationId } from "@homeroom/contract/ids";
import type { Scope } from "./scope.ts";
import { type Database, inReadOnlyTransaction, type Tx } from "./transaction.ts";

/** Which rows are kept. Each kind is asked for with one set of columns. */
type Kind = "people" | "items" | "leadChannels" | "branches";

/** The names in one organisation, valid while its mark stays the same. */
interface Names {
  readonly mark: string;
  readonly rows: Map<Kind, Map<string, unknown>>;
}

interface Reading {
  names: Names | null;
}

/** How many organisations' names are cached at the same time. */
const maxOrganizations = 500;
/** How many rows of one kind are cached for an organisation; beyond that, earlier ones are loaded again. */
const maxRows = 2000;

const namesOf = new WeakMap<Database, Map<OrganizationId, Names>>();
const readings = new WeakMap<Tx, Reading>();

/**
 * Runs work that only reads, as `inReadOnlyTransaction`. What `cachedById` finds in it comes from this process if nothing that
 * has a name in the organisation has changed since (`organization.names_mark`, which triggers set): the mark is read with the
 * transaction's first statements, so names are at least as new as the transaction. Only for work that reads: a transaction
 * sees its own changes before others see their mark.
 */
export function readWithNames<Result>(db: Database, scope: Scope, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return inReadOnlyTransaction(db, scope, (tx) => {
    const reading: Reading = { names: null };
    readings.set(tx, reading);
    const marked = tx
      .selectFrom("organization")
      .select("names_mark")
      .where("organization_id", "=", scope.organizationId)
      .executeTakeFirst();
    marked.then(
      (found) => {
        if (found) reading.names = keep(db, scope.organizationId, found.names_mark);
      },
      // The statements behind it fail with it.
      () => undefined,
    );
    return work(tx);
  });
}

/**
 * Rows by id: cached ones from this process, the others from `load`, which finds rows by their ids and leaves out what
 * is gone. Outside of `readWithNames`, and before its mark has arrived, all from `load`. Rows are shared and frozen.
 */
export async function cachedById<Id extends string, Row extends object>(
  tx: Tx,
  { kind, ids, load }: { kind: Kind; ids: readonly Id[]; load: (ids: readonly Id[]) => Promise<Map<Id, Row>> },
): Promise<Map<Id, Row>> {
  if (ids.length === 0) return new Map();
  const names = readings.get(tx)?.names;
  if (!names) return load(ids);
  const kept = rowsOf<Id, Row>(names, kind);
  // Taken before anything is awaited: another read may evict them.
  const known = new Map(ids.map((id) => [id, kept.get(id)]));
  const missing = ids.filter((id) => known.get(id) === undefined);
  const loaded = missing.length === 0 ? new Map<Id, Row>() : await load(missing);
  if (kept.size + loaded.size > maxRows) kept.clear();
  for (const [id, row] of loaded) kept.set(id, Object.freeze(row));
  const found = new Map<Id, Row>();
  for (const id of ids) {
    const row = known.get(id) ?? loaded.get(id);
    if (row) found.set(id, row);
  }
  return found;
}

function rowsOf<Id extends string, Row>({ rows }: Names, kind: Kind): Map<Id, Row> {
  const known = rows.get(kind) ?? new Map<string, unknown>();
  rows.set(kind, known);
  return known as Map<Id, Row>;
}

/** The names under this mark; those under an older mark are dropped. The least recently read organisations are evicted. */
function keep(db: Database, organizationId: OrganizationId, mark: string): Names {
  const organizations = namesOf.get(db) ?? new Map<OrganizationId, Names>();
  namesOf.set(db, organizations);
  const known = organizations.get(organizationId);
  const names = known?.mark === mark ? known : { mark, rows: new Map<Kind, Map<string, unknown>>() };
  organizations.delete(organizationId);
  organizations.set(organizationId, names);
  const [oldest] = organizations.keys();
  if (organizations.size > maxOrganizations && oldest) organizations.delete(oldest);
  return names;
}
