import type { AccountId, BranchId } from "@homeroom/contract/ids";
import { worksAt } from "#modules/accounts/public";
import { lockChannels, lockItems } from "#modules/lists/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Lead } from "../queries/load-lead.ts";

const items = ["status_id", "result_id", "regular_contact_id"] as const;
const channels = ["channel_id", "secondary_channel_id"] as const;
const people = [
  ["sales_id", "sales"],
  ["tutor_id", "tutor"],
] as const;

/** The columns of a lead that refer to items or people, which may have been removed. */
export type Choices = Partial<
  Pick<Lead, (typeof items)[number] | (typeof channels)[number] | (typeof people)[number][0] | "tag_ids">
>;

interface Change<Columns extends Choices> {
  /** The current values of all columns that change. */
  now: Choices;
  branchId: BranchId;
  columns: Columns;
}

/**
 * Columns of locked leads to restore, without items, channels and people that no longer exist: a lead keeps its
 * current value instead, and removed tags are left out. The remaining items are locked until the transaction ends.
 */
export async function withoutGone<Columns extends Choices>(
  tx: Tx,
  scope: Scope,
  changes: readonly Change<Columns>[],
): Promise<Columns[]> {
  const newIn = (names: readonly (keyof Choices)[]) =>
    changes.flatMap(({ now, columns }) =>
      names.flatMap((name) => [columns[name] ?? []].flat().filter((id) => ![now[name] ?? []].flat().includes(id))),
    );
  const held = {
    items: await lockItems(tx, scope, newIn([...items, "tag_ids"]) as Lead["tag_ids"]),
    channels: await lockChannels(tx, scope, newIn(channels) as Lead["tag_ids"]),
  };
  const works = staffOf(tx, scope);
  const kept: Columns[] = [];
  for (const change of changes) {
    const { now, columns } = change;
    const gone = [...goneItems(change, held), ...(await gonePeople(change, works))];
    const back = Object.fromEntries(gone.map((name) => [name, now[name] ?? null]));
    const tags = columns.tag_ids?.filter((id) => held.items.has(id) || now.tag_ids?.includes(id));
    kept.push({ ...columns, ...back, ...(tags && { tag_ids: tags }) });
  }
  return kept;
}

type Single = Exclude<keyof Choices, "tag_ids">;

/** Columns whose old item or channel no longer exists; both channels together, since one belongs to the other. */
function goneItems(
  { now, columns }: Change<Choices>,
  held: { items: ReadonlyMap<string, unknown>; channels: ReadonlyMap<string, unknown> },
): Single[] {
  const isGone = (name: Single, there: ReadonlyMap<string, unknown>) => {
    const id = columns[name];
    return id && id !== now[name] && !there.has(id);
  };
  const ofChannels = channels.some((name) => isGone(name, held.channels));
  return [
    ...items.filter((name) => isGone(name, held.items)),
    ...(ofChannels ? channels.filter((name) => name in columns) : []),
  ];
}

async function gonePeople(
  { now, branchId, columns }: Change<Choices>,
  works: ReturnType<typeof staffOf>,
): Promise<Single[]> {
  const gone: Single[] = [];
  for (const [name, role] of people) {
    const id = columns[name];
    if (id && id !== now[name] && !(await works(id, branchId, role))) gone.push(name);
  }
  return gone;
}

/** Whether a person may hold leads of a branch; each person is looked up once. */
function staffOf(tx: Tx, scope: Scope) {
  const known = new Map<string, boolean>();
  return async (accountId: AccountId, branchId: BranchId, role: "sales" | "tutor"): Promise<boolean> => {
    const key = `${accountId} ${branchId} ${role}`;
    const before = known.get(key);
    const fits = before ?? (await worksAt(tx, scope, { accountId, branchId, role }));
    known.set(key, fits);
    return fits;
  };
}
