import type { RecordId } from "@homeroom/contract/ids";
import type { FastifyInstance } from "fastify";
import { v7 } from "uuid";
import { beforeEach, expect, test } from "vitest";
import { serveModules } from "#modules/sign-in/for-tests";
import { pageForm, preparePages } from "../for-tests.ts";
import { landingPagesModule } from "../public.ts";
import { makeLeadOfEntry } from "./actions/make-lead-of-entry.ts";

const { base, server, organization, pages } = preparePages();
let path: string;
let pageId: RecordId;

beforeEach(async () => {
  const button = { buttonAction: "url", buttonURL: "https://school.example/a" };
  pageId = await pages.add({ ...pageForm(organization, "late"), ...button, consentText: "同意甲" });
  path = await pages.publish(pageId);
});

const edit = (fields: object) => pages.post("EditPage", { recordID: pageId, ...fields });
const takeOffline = () => pages.get(`OfflinePage?recordID=${pageId}`);
const wentOffline = (ago: string) =>
  base.owner.query("update landing_page set offline_at = now() - $2::interval where page_id = $1", [pageId, ago]);

/** A process that has read nothing of the page yet. */
async function inFreshProcess<Result>(
  work: (by: FastifyInstance) => Promise<Result>,
  platform = base.platform,
): Promise<Result> {
  const by = await serveModules(platform, [landingPagesModule(platform)]);
  try {
    return await work(by);
  } finally {
    await by.close();
  }
}

const sendBy = (by: FastifyInstance, fields: Record<string, string>) =>
  by.inject({
    method: "POST",
    url: `${path}/send`,
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
    payload: new URLSearchParams({ name: "陳媽媽", phone: "61234567", ...fields }).toString(),
  });
const pressBy = (by: FastifyInstance, version = "") =>
  by.inject({ url: `${path}/go?v=${version}`, headers: { "user-agent": "Mozilla/5.0 (iPhone)" } });

/** What a visitor is answered who looks, who sends the form, and who presses the button. */
const answers = () =>
  inFreshProcess(async (by) => [
    (await by.inject({ url: path })).statusCode,
    (await sendBy(by, { entry: v7() })).statusCode,
    (await pressBy(by)).statusCode,
  ]);
const countStored = async () => {
  const { rows } = await base.owner.query<{ entries: number; clicks: number }>(
    `select (select count(*) from landing_entry where page_id = $1)::int as entries,
       (select count(*) from landing_click where page_id = $1)::int as clicks`,
    [pageId],
  );
  return rows[0];
};

test("a form that was open when its page went offline becomes a lead, with the consent of its version", async () => {
  await edit({ consentText: "同意乙" });
  await pages.publish(pageId);
  await edit({ consentText: "同意丙" });
  // This process has shown the page.
  expect((await server.app.inject({ url: path })).statusCode).toBe(200);
  await takeOffline();
  await expect.poll(async () => (await server.app.inject({ url: path })).statusCode).toBe(410);

  const agreed = async (v: string) => {
    const entry = v7();
    for (const again of [1, 2]) {
      // oxlint-disable-next-line no-await-in-loop -- a form that is sent twice is one
      expect([again, (await sendBy(server.app, { entry, v })).statusCode]).toEqual([again, 200]);
    }
    const { rows } = await base.owner.query<{ entry_id: RecordId; state: string; consent: string; number: number }>(
      `select entry_id, state, consent_text as consent, number from landing_entry
       join landing_version using (organization_id, version_id) where entry_id = $1`,
      [entry],
    );
    return rows;
  };
  expect(await agreed("1")).toMatchObject([{ state: "waiting", consent: "同意甲", number: 1 }]);
  for (const forged of ["3", "99", "x"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await agreed(forged)).toMatchObject([{ consent: "同意乙", number: 2 }]);
  }
  const [last] = await agreed("2");
  expect(last).toMatchObject({ state: "waiting", consent: "同意乙", number: 2 });
  await makeLeadOfEntry(base.db, organization.scope, last?.entry_id as RecordId);
  const { rows } = await base.owner.query(
    "select nickname, phone_e164, branch_id from lead where organization_id = $1",
    [organization.organizationId],
  );
  const branch = { branch_id: organization.branchIds[0] };
  expect(rows).toEqual([{ nickname: "陳媽媽", phone_e164: "85261234567", ...branch }]);
});

test("submissions to an offline page are accepted for a day, by every process", async () => {
  await takeOffline();
  await wentOffline("23 hours 59 minutes");
  expect(await answers()).toEqual([410, 200, 303]);
  expect(await countStored()).toEqual({ entries: 1, clicks: 1 });
  await wentOffline("24 hours 1 minute");
  expect(await answers()).toEqual([410, 404, 404]);
  expect(await countStored()).toEqual({ entries: 1, clicks: 1 });
});

test("the button of an offline page keeps its target, and its clicks are counted", async () => {
  await edit({ buttonURL: "https://school.example/draft" });
  await takeOffline();
  const press = await inFreshProcess((by) => pressBy(by, "1"));
  expect(press.headers.location).toBe("https://school.example/a");
  expect(await pages.list()).toMatchObject([{ clickCount: 1, publishStatus: "offline" }]);
});

test("both versions of an interrupted test accept forms, and their buttons keep their targets", async () => {
  // A test that is over: its second version is none of these.
  await edit({ buttonURL: "https://school.example/over", consentText: "同意乙" });
  await pages.post("StartSplit", { recordID: pageId });
  await pages.post("EndSplit", { recordID: pageId, keep: "a" });
  await edit({ buttonURL: "https://school.example/b", consentText: "同意丙" });
  await pages.post("StartSplit", { recordID: pageId });
  await takeOffline();
  const places = await inFreshProcess((by) =>
    Promise.all(["1", "2", "3", "99"].map(async (v) => (await pressBy(by, v)).headers.location)),
  );
  const [a, b] = ["https://school.example/a", "https://school.example/b"];
  expect(places).toEqual([a, a, b, a]);
  await inFreshProcess((by) => Promise.all(["1", "2", "3"].map((v) => sendBy(by, { entry: v7(), v }))));
  const { rows } = await base.owner.query<{ consent: string }>(
    "select consent_text as consent from landing_entry where page_id = $1 order by 1",
    [pageId],
  );
  expect(new Set(rows.map(({ consent }) => consent))).toEqual(new Set(["同意甲", "同意乙", "同意丙"]));
});

test("a deleted or unpublished page accepts nothing", async () => {
  await takeOffline();
  expect(await answers()).toEqual([410, 200, 303]);
  await pages.get(`DeletePage?recordID=${pageId}`);
  expect(await answers()).toEqual([404, 404, 404]);
  expect(await countStored()).toEqual({ entries: 1, clicks: 1 });

  pageId = await pages.add(pageForm(organization, "draft"));
  path = path.replace(/late$/, "draft");
  expect(await answers()).toEqual([404, 404, 404]);
  expect(await countStored()).toEqual({ entries: 0, clicks: 0 });
});

test("republishing a page ends its offline state", async () => {
  await takeOffline();
  await edit({ buttonURL: "https://school.example/new" });
  await pages.publish(pageId);
  const press = await inFreshProcess((by) => pressBy(by));
  expect(press.headers.location).toBe("https://school.example/new");
  expect(await answers()).toEqual([200, 200, 303]);
  // Deleting a page that is online ends it at once, also for the page that comes back offline.
  await pages.get(`DeletePage?recordID=${pageId}`);
  await pages.post("RestorePage", { recordID: pageId });
  expect(await answers()).toEqual([410, 404, 404]);
});

test("the rate limit for forms is the same as while the page was online", async () => {
  await takeOffline();
  const settings = { ...base.platform.settings, RATE_LIMITS: "on" as const };
  const statuses = await inFreshProcess(
    async (by) => {
      const sent = [];
      for (let form = 0; form < 61; form += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        sent.push((await sendBy(by, { entry: v7() })).statusCode);
      }
      return sent;
    },
    { ...base.platform, settings },
  );
  expect(statuses).toEqual([...Array<number>(60).fill(200), 429]);
});
