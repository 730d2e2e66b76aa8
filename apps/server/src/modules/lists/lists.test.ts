import { customLists, type LeadChannel, type ListItem } from "@homeroom/contract/media";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signInAs } from "#modules/accounts/for-tests";
import { buildOrganization } from "#modules/organizations/for-tests";
import { callApi, serveModules } from "#modules/sign-in/for-tests";
import { prepareDatabase, prepareOnce } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { channelByCode, createDefaultLists, itemByCode, listsModule } from "./public.ts";

const base = prepareDatabase();
const organization = prepareOnce(() => buildOrganization(base.db));
let app: FastifyInstance;
let token: string;

beforeAll(async () => {
  await buildOrganization(base.db, "別家");
  token = (await signInAs(base.db, organization, { role: "teacher" })).token;
  const deal = await inside((tx) => itemByCode(tx, organization.scope, customLists.leadStatuses, "deal"));
  app = await serveModules(base.platform, [
    listsModule(base.platform, {
      count: async () => new Map(deal ? [[deal, 7]] : []),
      isItemUsed: async () => false,
      countChannels: async () => new Map(),
      isChannelUsed: async () => false,
    }),
  ]);
});

afterAll(() => app.close());

const inside = <Result>(work: Parameters<typeof inTransaction<Result>>[2]) =>
  inTransaction(base.db, organization.scope, work);

async function get<Row>(path: string): Promise<Row[]> {
  const { body } = await callApi<Row[]>(app, `GET /api_webhook/Media/${path}`, { token });
  return body.resultData ?? [];
}

test("an organisation starts with its default lists, each in its order", async () => {
  const sizes = await Promise.all([1, 2, 3, 4, 5].map((list) => get(`Getcustomiteminfo?ProjectID=${list}`)));
  expect(sizes.map((items) => items.length)).toEqual([0, 7, 6, 3, 0]);
  const statuses = await get<ListItem>("Getcustomiteminfo?projectid=3");
  expect(statuses.map((item) => item.name)).toEqual(["新名單", "跟進中", "已預約", "試堂", "成交", "結案"]);
  expect(statuses.map((item) => item.useCount)).toEqual([0, 0, 0, 0, 7, 0]);
  expect((await get<ListItem>("Getcustomiteminfo?ProjectID=3&keywords=成")).map((item) => item.name)).toEqual(["成交"]);
});

test("an unknown list is refused", async () => {
  const { status, body } = await callApi(app, "GET /api_webhook/Media/Getcustomiteminfo?ProjectID=9", { token });
  expect([status, body.code]).toEqual([422, 900422]);
  expect((await callApi(app, "GET /api_webhook/Media/Getmediainfo?Type=1")).status).toBe(401);
});

test("channels: the four defaults, secondary ones on request, and fixed mediums", async () => {
  const whatsapp = await inside((tx) => channelByCode(tx, organization.scope, "WhatsApp_chat"));
  await base.owner.query(
    "insert into lead_channel (organization_id, lead_channel_id, parent_id, name) values ($1, gen_random_uuid(), $2, '官網按鈕')",
    [organization.organizationId, whatsapp],
  );
  const all = await get<LeadChannel>("Getmediainfo?Type=1");
  expect(all.map((channel) => channel.name)).toEqual([
    "WhatsApp_chat",
    "Line_Default",
    "WhatsApp_default",
    "Paid_broadcast_whatsApp",
  ]);
  expect(all[0]).toMatchObject({
    recordID: whatsapp,
    isDefault: true,
    children: [{ name: "官網按鈕", isDefault: false }],
  });
  const primary = await get<LeadChannel>("Getmediainfo?Type=2");
  expect(primary.flatMap((channel) => channel.children)).toEqual([]);
  const mediums = await get<LeadChannel>("Getmediainfo?Type=3");
  expect(mediums.map((medium) => medium.name)).toContain("cpc");
  expect(await get<LeadChannel>("Getmediainfo?Type=3")).toEqual(mediums);
});

test("adding the default lists again adds nothing", async () => {
  const count = () =>
    base.owner.query(
      "select (select count(*) from list_item) as items, (select count(*) from lead_channel) as channels",
    );
  const before = (await count()).rows;
  await inside((tx) => createDefaultLists(tx, { organizationId: organization.organizationId, language: "zh-tw" }));
  expect((await count()).rows).toEqual(before);
});
