import type { AccountId, RecordId } from "@homeroom/contract/ids";
import { peopleByIds } from "#modules/accounts/public";
import { channelsByIds, itemsByIds } from "#modules/lists/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

export type Fields = Readonly<Record<string, unknown>>;

const references = {
  items: ["status", "result", "tag", "removed", "regularContact"],
  channels: ["channel", "secondaryChannel"],
  people: ["sales", "tutor"],
} as const;

/** Gives fields of a lead with the names of now in place of the ids of list items, channels and people. */
export async function nameReferences(tx: Tx, scope: Scope, states: readonly Fields[]) {
  const idsIn = <Id>(fields: readonly string[]) =>
    states.flatMap((state) => fields.flatMap((field) => state[field] ?? [])) as Id[];
  const items = await itemsByIds(tx, scope, idsIn<RecordId>(references.items));
  const channels = await channelsByIds(tx, scope, idsIn<RecordId>(references.channels));
  const people = await peopleByIds(tx, scope, idsIn<AccountId>(references.people));
  const nameOf = (id: unknown): unknown =>
    items.get(id as RecordId)?.name ??
    channels.get(id as RecordId)?.name ??
    people.get(id as AccountId)?.nickname ??
    id;
  const known: readonly string[] = Object.values(references).flat();
  return (fields: Fields): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(fields).map(([field, value]) => {
        if (!known.includes(field)) return [field, value];
        return [field, Array.isArray(value) ? value.map(nameOf) : nameOf(value)];
      }),
    );
}
