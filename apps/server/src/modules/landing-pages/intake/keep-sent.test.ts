import { mkdirSync, rmSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OrganizationId, RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Platform } from "#platform/server-module";
import { pageForm, preparePages } from "../for-tests.ts";
import { type Spool, sentSpool } from "./actions/spool-sent.ts";
import type { Submission } from "./actions/store-sent.ts";

const { base, organization, pages } = preparePages();
let platform: Platform;
let folder: string;
let entry: Extract<Submission, { kind: "entry" }>;
const keepers: Spool[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "landing-"));
  platform = { ...base.platform, settings: { ...base.platform.settings, DATA_DIR: folder } };
  const pageId = await pages.add(pageForm(organization, "kept"));
  await pages.publish(pageId);
  const [version] = (await pages.get<{ recordID: RecordId }[]>(`VersionList?recordID=${pageId}`)).resultData ?? [];
  entry = {
    kind: "entry",
    organizationId: organization.organizationId,
    pageId,
    versionId: version?.recordID as RecordId,
    seenNumber: null,
    entryId: RecordId.parse(v7()),
    fields: { name: "陳媽媽", phone: "61234567" },
    source: {},
    consentText: "同意",
    isTrap: false,
    at: "2026-11-20T01:02:03.000Z",
  };
});
afterEach(async () => {
  for (const keeper of keepers.splice(0)) keeper.close();
  await rm(folder, { recursive: true });
});

/** A keeper whose database is away until it is brought back. */
function keeperWithout(): { keeper: Spool; bringBack: () => void } {
  let isAway = true;
  const db = new Proxy(base.db, {
    get(target, name) {
      if (isAway && name === "withSetting") throw Object.assign(new Error("Nobody there"), { code: "ECONNREFUSED" });
      const found: unknown = Reflect.get(target, name, target);
      return typeof found === "function" ? found.bind(target) : found;
    },
  });
  const keeper = sentSpool({ ...platform, db });
  keepers.push(keeper);
  return { keeper, bringBack: () => (isAway = false) };
}
const stored = async () =>
  (
    await base.owner.query<{ consent_text: string; created_at: Date }>(
      "select consent_text, created_at from landing_entry where entry_id = $1",
      [entry.entryId],
    )
  ).rows;
const waiting = async () => (await readdir(join(folder, "landing")).catch(() => [])).length;

test("submissions during a database outage are stored afterwards, with their time", async () => {
  const { keeper, bringBack } = keeperWithout();
  await keeper.keep(entry);
  expect([await waiting(), await keeper.storeWaiting(), await stored()]).toEqual([1, 1, []]);
  bringBack();
  expect(await keeper.storeWaiting()).toBe(0);
  expect(await stored()).toEqual([{ consent_text: "同意", created_at: new Date(entry.at) }]);
  expect(await waiting()).toBe(0);
});

test("a killed process loses nothing: the next one stores it once", async () => {
  const { keeper } = keeperWithout();
  await keeper.keep(entry);
  await keeper.keep({ ...entry });
  const [one, other] = [sentSpool(platform), sentSpool(platform)];
  keepers.push(one, other);
  await Promise.all([one.storeWaiting(), other.storeWaiting()]);
  expect([(await stored()).length, await waiting()]).toEqual([1, 0]);
});

test("a rest that cannot be removed keeps nothing from being stored", async () => {
  const { keeper, bringBack } = keeperWithout();
  await keeper.keep(entry);
  await mkdir(join(folder, "landing", `${Date.now() - 120_000}-a.part`));
  bringBack();
  expect(await keeper.storeWaiting()).toBe(0);
  expect(await stored()).toHaveLength(1);
});

test("a stored file that cannot be removed does not block the next ones", async () => {
  const { keeper } = keeperWithout();
  const next = { ...entry, entryId: RecordId.parse(v7()) };
  await keeper.keep(entry);
  await keeper.keep(next);
  const db = new Proxy(base.db, {
    get(target, name) {
      // A folder in its place cannot be removed, even by root.
      if (name === "withSetting") replaceFirst();
      const found: unknown = Reflect.get(target, name, target);
      return typeof found === "function" ? found.bind(target) : found;
    },
  });
  const inPlace = join(folder, "landing", (await readdir(join(folder, "landing"))).toSorted()[0] ?? "");
  const replaceFirst = () => {
    rmSync(inPlace, { recursive: true, force: true });
    mkdirSync(inPlace);
  };
  const later = sentSpool({ ...platform, db });
  keepers.push(later);
  expect(await later.storeWaiting()).toBe(0);
  const { rows } = await base.owner.query("select from landing_entry where entry_id in ($1, $2)", [
    entry.entryId,
    next.entryId,
  ]);
  expect(rows).toHaveLength(2);
});

test("files that a killed process left unfinished are removed; those still being written stay", async () => {
  const keeper = sentSpool(platform);
  keepers.push(keeper);
  await mkdir(join(folder, "landing"));
  const names = [`${Date.now() - 120_000}-a.part`, `${Date.now()}-b.part`];
  await Promise.all(names.map((name) => writeFile(join(folder, "landing", name), '{"kind":')));
  expect(await keeper.storeWaiting()).toBe(0);
  expect(await readdir(join(folder, "landing"))).toEqual([names[1]]);
});

test("an unreadable file is set aside and does not block others", async () => {
  const { keeper, bringBack } = keeperWithout();
  await mkdir(join(folder, "landing"));
  const bad = ["0-broken.json", "1-other.json"];
  await writeFile(join(folder, "landing", bad[0] ?? ""), '{"kind":');
  await writeFile(join(folder, "landing", bad[1] ?? ""), '{"kind":"entry"}');
  await keeper.keep(entry);
  bringBack();
  expect(await keeper.storeWaiting()).toBe(0);
  expect(await stored()).toHaveLength(1);
  expect((await readdir(join(folder, "landing"))).toSorted()).toEqual(bad.map((name) => `${name}.bad`));
  expect(await keeper.storeWaiting()).toBe(0);
});

test("submissions that the database rejects are set aside for a person", async () => {
  const { keeper, bringBack } = keeperWithout();
  await keeper.keep({ ...entry, consentText: "\0" });
  bringBack();
  expect(await keeper.storeWaiting()).toBe(0);
  expect(await readdir(join(folder, "landing"))).toEqual([expect.stringMatching(/\.json\.bad$/)]);
});

test("submissions to an erased page are not kept, because they would always be refused", async () => {
  const keeper = sentSpool(platform);
  keepers.push(keeper);
  const gone = { ...entry, pageId: RecordId.parse(v7()) };
  await expect(keeper.keep(gone)).rejects.toThrow();
  expect(await waiting()).toBe(0);
  const { keeper: without } = keeperWithout();
  await without.keep({ ...gone, organizationId: OrganizationId.parse(entry.organizationId) });
  expect(await keeper.storeWaiting()).toBe(0);
  expect(await waiting()).toBe(0);
});
