import type { AccountId } from "@homeroom/contract/ids";
import { beforeEach, describe, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { peopleByIds } from "#modules/accounts/public";
import { channelsByIds, itemsByIds } from "#modules/lists/public";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { branchNames } from "#modules/organizations/public";
import { cachedById, readWithNames } from "./cached-names.ts";
import { prepareDatabase } from "./for-tests.ts";
import { inTransaction, type Tx } from "./transaction.ts";

const base = prepareDatabase();
let centre: TestOrganization;
let personId: AccountId;

beforeEach(async () => {
  centre = await buildOrganization(base.db);
  ({ accountId: personId } = await buildAccount(base.db, centre, { role: "sales" }));
});

/** Reads after the transaction's mark has arrived, as a call does that has found its records first. */
function reading<Result>(read: (tx: Tx) => Promise<Result>, of = centre): Promise<Result> {
  return readWithNames(base.db, of.scope, async (tx) => {
    await markOf(tx, of);
    return read(tx);
  });
}

async function markOf(tx: Tx, { organizationId }: TestOrganization): Promise<string> {
  const found = tx.selectFrom("organization").select("names_mark").where("organization_id", "=", organizationId);
  return (await found.executeTakeFirstOrThrow()).names_mark;
}

const mark = () => inTransaction(base.db, centre.scope, (tx) => markOf(tx, centre));
const write = (work: (tx: Tx) => Promise<unknown>) => inTransaction(base.db, centre.scope, work);
const rename = (nickname: string) =>
  write((tx) => tx.updateTable("account").set({ nickname }).where("account_id", "=", personId).execute());
const nameOf = async (tx: Tx) => (await peopleByIds(tx, centre.scope, [personId])).get(personId)?.nickname;

test("rows found in one reading are not queried in the next, until a name changes", async () => {
  const asked: string[][] = [];
  const find = (...ids: string[]) =>
    reading(async (tx) => {
      const load = async (missing: readonly string[]) => {
        asked.push([...missing]);
        return new Map(missing.filter((id) => id !== "gone").map((id) => [id, { id }]));
      };
      return [...(await cachedById(tx, { kind: "people", ids, load })).keys()];
    });
  expect(await find("a", "b")).toEqual(["a", "b"]);
  expect(await find("b", "c", "a")).toEqual(["b", "c", "a"]);
  expect(await find("a", "gone")).toEqual(["a"]);
  expect(await find("gone")).toEqual([]);
  expect(asked).toEqual([["a", "b"], ["c"], ["gone"], ["gone"]]);
  await rename("陳美玲");
  await find("a");
  expect(asked.at(-1)).toEqual(["a"]);
});

test("with too many rows to cache, a reading still has all its rows", async () => {
  const load = async (missing: readonly string[]) => new Map(missing.map((id) => [id, { id }]));
  const find = (ids: readonly string[]) =>
    reading(async (tx) => [...(await cachedById(tx, { kind: "people", ids, load })).keys()]);
  const known = Array.from({ length: 1500 }, (_, number) => `known ${number}`);
  const more = Array.from({ length: 600 }, (_, number) => `more ${number}`);
  await find(known);
  expect(await find([...known, ...more])).toEqual([...known, ...more]);
  expect(await find(known)).toEqual(known);
});

test("two simultaneous readings do not disturb each other", async () => {
  const ids = Array.from({ length: 1500 }, (_, number) => `known ${number}`);
  const others = Array.from({ length: 1500 }, (_, number) => `other ${number}`);
  const load = async (missing: readonly string[]) => new Map(missing.map((id) => [id, { id }]));
  await reading((tx) => cachedById(tx, { kind: "people", ids, load }));
  const slow = async (missing: readonly string[]) => {
    await reading((tx) => cachedById(tx, { kind: "people", ids: others, load }));
    return load(missing);
  };
  const found = await reading((tx) => cachedById(tx, { kind: "people", ids: [...ids, "late"], load: slow }));
  expect([...found.keys()]).toEqual([...ids, "late"]);
});

test("a changed name is read by the first reading after it", async () => {
  for (const name of ["陳大文", "李小明", "黃志強"]) {
    await rename(name);
    expect(await reading(nameOf)).toBe(name);
    expect(await reading(nameOf)).toBe(name);
  }
});

test("a name being changed stays for others, and is new in the changing transaction", async () => {
  await rename("陳大文");
  await write(async (tx) => {
    await tx.updateTable("account").set({ nickname: "李小明" }).where("account_id", "=", personId).execute();
    expect(await nameOf(tx)).toBe("李小明");
    expect(await reading(nameOf)).toBe("陳大文");
  });
  expect(await reading(nameOf)).toBe("李小明");
});

test("names are separate for each organisation: a foreign id finds nothing", async () => {
  const other = await buildOrganization(base.db, "陶藝教室");
  await reading(nameOf);
  const found = await reading((tx) => peopleByIds(tx, other.scope, [personId]), other);
  expect(found.size).toBe(0);
});

test("a reader cannot change cached rows", async () => {
  await reading(nameOf);
  const [person] = await reading(async (tx) => [...(await peopleByIds(tx, centre.scope, [personId])).values()]);
  expect(() => Object.assign(person as object, { nickname: "x" })).toThrow(TypeError);
});

describe("changes of names change the organisation's mark", () => {
  const firstBranch = () => centre.branchIds[0];
  const cases: Record<string, (tx: Tx) => Promise<unknown>> = {
    "a person's name": (tx) =>
      tx.updateTable("account").set({ nickname: "新名" }).where("account_id", "=", personId).execute(),
    "a branch's name": (tx) =>
      tx.updateTable("branch").set({ name: "將軍澳分校" }).where("branch_id", "=", firstBranch()).execute(),
    "a tag's colour": (tx) => tx.updateTable("list_item").set({ color: "red" }).execute(),
    "items deleted": (tx) => tx.deleteFrom("list_item").execute(),
    "a lead channel's name": (tx) =>
      tx.updateTable("lead_channel").set({ name: "新名" }).where("code", "=", "WhatsApp_chat").execute(),
    "lead channels deleted": (tx) => tx.deleteFrom("lead_channel").execute(),
  };
  test.each(Object.entries(cases))("%s", async (_, change) => {
    const before = await mark();
    await write(change);
    expect(await mark()).not.toBe(before);
  });

  test("other changes, such as a sign-in, do not", async () => {
    const before = await mark();
    await write((tx) =>
      tx
        .updateTable("account")
        .set({ nickname: (eb) => eb.ref("nickname") })
        .execute(),
    );
    expect(await mark()).toBe(before);
  });
});

test("each kind is cached as it was read", async () => {
  const [branchId] = centre.branchIds;
  const ids = await inTransaction(base.db, centre.scope, async (tx) => {
    const items = await tx.selectFrom("list_item").select("item_id as id").execute();
    const channels = await tx.selectFrom("lead_channel").select("lead_channel_id as id").execute();
    return { items: items.map(({ id }) => id), channels: channels.map(({ id }) => id) };
  });
  const readAll = async (tx: Tx) => ({
    people: await peopleByIds(tx, centre.scope, [personId]),
    items: await itemsByIds(tx, centre.scope, ids.items),
    channels: await channelsByIds(tx, centre.scope, ids.channels),
    branches: await branchNames(tx, centre.scope),
  });
  const asked = await write(readAll);
  await reading(readAll);
  expect(await reading(readAll)).toEqual(asked);
  expect((await reading(readAll)).branches.get(branchId)).toBe("旺角分校");
});
