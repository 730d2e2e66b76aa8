import type { AccountId, BranchId, RecordId } from "@homeroom/contract/ids";
import type { Language } from "@homeroom/contract/language";
import { customLists } from "@homeroom/contract/media";
import type { Colleague } from "#modules/accounts/public";
import type { ImportRemark } from "#modules/imports/public";
import {
  addMissingChannels,
  addMissingItems,
  channelsOf,
  itemsOf,
  lockChannels,
  lockItems,
} from "#modules/lists/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import type { Tx } from "#platform/db/transaction";
import { mayAssignTo } from "../../policy.ts";
import type { LeadFields } from "../../record/rules/lead-row.ts";
import { remarkTexts } from "../rules/import-fields.ts";
import type { LeadNames, LeadRowRead } from "../rules/read-lead-cells.ts";

/** The ids of a row's names; empty for people who cannot be found. */
export type ResolvedNames = Pick<
  LeadFields,
  "channel" | "secondaryChannel" | "status" | "result" | "regularContact" | "sales" | "tutor" | "tag"
>;

/** The people who can be named, and what to do about unknown names. */
export interface NameMeans {
  readonly actor: Actor;
  readonly branchId: BranchId;
  readonly language: Language;
  readonly createMissing: boolean;
  readonly sales: readonly Colleague[];
  readonly tutors: readonly Colleague[];
}

interface Lists {
  tags: Awaited<ReturnType<typeof itemsOf>>;
  results: Awaited<ReturnType<typeof itemsOf>>;
  statuses: Awaited<ReturnType<typeof itemsOf>>;
  kinds: Awaited<ReturnType<typeof itemsOf>>;
  channels: Awaited<ReturnType<typeof channelsOf>>;
}

const plain = (text: string) => text.normalize("NFKC").trim().toLowerCase();

/**
 * Looks up the names in the rows of a batch, and locks the items until the batch is saved. Returns ids
 * and remarks for each row.
 */
export async function resolveLeadNames(
  tx: Tx,
  means: NameMeans,
  rows: readonly LeadRowRead[],
): Promise<{ ids: ResolvedNames; remarks: ImportRemark[] }[]> {
  const lists = means.createMissing ? await listsWithMissing(tx, means, rows) : await listsNow(tx, means.actor);
  const found = rows.map(({ names }) => resolve(names, lists, means));
  const scope = sharedScope(means.actor);
  const ids = (of: (one: ResolvedNames) => readonly (RecordId | null)[]) =>
    found.flatMap((one) => of(one.ids)).filter((id) => id !== null);
  const items = await lockItems(
    tx,
    scope,
    ids(({ status, result, regularContact, tag }) => [status, result, regularContact ?? null, ...tag]),
  );
  const channels = await lockChannels(
    tx,
    scope,
    ids(({ channel, secondaryChannel }) => [channel, secondaryChannel]),
  );
  const held = (id: RecordId | null) => (id !== null && (items.has(id) || channels.has(id)) ? id : null);
  return found.map(({ ids: one, remarks }) => ({
    remarks,
    ids: {
      ...one,
      status: held(one.status),
      result: held(one.result),
      regularContact: held(one.regularContact ?? null),
      channel: held(one.channel),
      secondaryChannel: held(one.secondaryChannel),
      tag: one.tag.filter((id) => held(id) !== null),
    },
  }));
}

async function listsNow(tx: Tx, actor: Actor): Promise<Lists> {
  const scope = sharedScope(actor);
  const [tags, results, statuses, kinds, channels] = await Promise.all([
    itemsOf(tx, scope, customLists.tags),
    itemsOf(tx, scope, customLists.contactResults),
    itemsOf(tx, scope, customLists.leadStatuses),
    itemsOf(tx, scope, customLists.regularContactTypes),
    channelsOf(tx, scope),
  ]);
  return { tags, results, statuses, kinds, channels };
}

/** The same after creating missing items, as far as permissions and limits allow. */
async function listsWithMissing(tx: Tx, { actor }: NameMeans, rows: readonly LeadRowRead[]): Promise<Lists> {
  const before = await listsNow(tx, actor);
  const unknown = (
    names: readonly string[],
    items: readonly { name: string; names?: readonly string[]; code: string | null }[],
  ) => [...new Set(names)].filter((name) => name !== "" && !itemNamed(name, items));
  const all = rows.map(({ names }) => names);
  const tags = unknown(
    all.flatMap(({ tag }) => tag),
    before.tags,
  );
  const results = unknown(
    all.map(({ result }) => result),
    before.results,
  );
  const statuses = unknown(
    all.map(({ status }) => status),
    before.statuses,
  );
  const primary = before.channels.filter((channel) => channel.parent_id === null);
  const channels = unknown(
    all.map(({ channel }) => channel),
    primary,
  );
  const namesSecondary = all.some(({ channel, secondaryChannel }) => channel !== "" && secondaryChannel !== "");
  if ([tags, results, statuses, channels].every(({ length }) => length === 0) && !namesSecondary) return before;
  await addMissingItems(tx, actor, { list: customLists.tags, names: tags });
  await addMissingItems(tx, actor, { list: customLists.contactResults, names: results });
  await addMissingItems(tx, actor, { list: customLists.leadStatuses, names: statuses });
  await addMissingChannels(tx, actor, { parentId: null, names: channels });
  const now = channels.length > 0 ? await channelsOf(tx, sharedScope(actor)) : before.channels;
  const below = Map.groupBy(
    all.filter(({ channel, secondaryChannel }) => channel !== "" && secondaryChannel !== ""),
    ({ channel }) => now.find((one) => one.parent_id === null && plain(one.name) === plain(channel))?.lead_channel_id,
  );
  for (const [parentId, named] of below) {
    if (!parentId) continue;
    const there = now.filter((one) => one.parent_id === parentId);
    const names = unknown(
      named.map(({ secondaryChannel }) => secondaryChannel),
      there,
    );
    await addMissingChannels(tx, actor, { parentId, names });
  }
  return listsNow(tx, actor);
}

function itemNamed<Item extends { name: string; names?: readonly string[]; code: string | null }>(
  name: string,
  items: readonly Item[],
) {
  const wanted = plain(name);
  const isNamed = (item: Item) => (item.names ?? [item.name]).some((one) => plain(one) === wanted);
  return (
    items.find((item) => plain(item.name) === wanted) ??
    items.find(isNamed) ??
    items.find((item) => item.code === wanted)
  );
}

function resolve(names: LeadNames, lists: Lists, means: NameMeans) {
  const remarks: ImportRemark[] = [];
  const say = (field: string, key: keyof typeof remarkTexts, value = "") => {
    remarks.push({ field, message: remarkTexts[key][means.language].replace("{value}", () => value.slice(0, 60)) });
    return null;
  };
  const itemOf = (field: string, name: string, items: Lists["tags"]) => {
    if (name === "") return null;
    const item = items.find(({ item_id: id }) => id === name) ?? itemNamed(name, items);
    return item?.item_id ?? say(field, "unknownLeft", name);
  };
  const personOf = (field: "sales" | "tutor", people: readonly Colleague[]): AccountId | null => {
    const name = names[field];
    if (name === "") return null;
    const here = people.filter(({ branchIds }) => branchIds.includes(means.branchId));
    const found = here.filter(({ accountId, nickname }) => accountId === name || plain(nickname) === plain(name));
    if (found.length > 1) return say(field, "personTwice", name);
    const [person] = found;
    if (!person) return say(field, "personLeft", name);
    return mayAssignTo(means.actor, person.accountId) ? person.accountId : say(field, "mayNotAssign");
  };
  const tags = names.tag.map((name) => itemOf("tag", name, lists.tags)).filter((id) => id !== null);
  if (tags.length > 10) say("tag", "tagsFull");
  const ids: ResolvedNames = {
    ...channelsIn(names, lists.channels, say),
    status: itemOf("status", names.status, lists.statuses),
    result: itemOf("result", names.result, lists.results),
    regularContact: itemOf("regularContact", names.regularContact, lists.kinds),
    sales: personOf("sales", means.sales),
    tutor: personOf("tutor", means.tutors),
    tag: [...new Set(tags)].slice(0, 10),
  };
  return { ids, remarks };
}

/** A secondary channel without its primary one identifies both, if its name is unique. */
function channelsIn(
  { channel, secondaryChannel }: LeadNames,
  channels: Lists["channels"],
  say: (field: string, key: keyof typeof remarkTexts, value: string) => null,
) {
  const isNamed = (name: string) => (one: Lists["channels"][number]) =>
    one.lead_channel_id === name || plain(one.name) === plain(name) || one.code === name;
  const primary = channel === "" ? undefined : channels.find((one) => one.parent_id === null && isNamed(channel)(one));
  if (channel !== "" && !primary) say("channel", "unknownLeft", channel);
  if (secondaryChannel === "") return { channel: primary?.lead_channel_id ?? null, secondaryChannel: null };
  const parent = primary?.lead_channel_id;
  const below = channels.filter(
    (one) => one.parent_id !== null && (channel === "" || one.parent_id === parent) && isNamed(secondaryChannel)(one),
  );
  const [found] = below.length === 1 ? below : [];
  if (!found) say("secondaryChannel", "unknownLeft", secondaryChannel);
  return {
    channel: primary?.lead_channel_id ?? found?.parent_id ?? null,
    secondaryChannel: found?.lead_channel_id ?? null,
  };
}
