import { LeadId } from "@homeroom/contract/ids";
import { customLists, type LeadChannel, type ListItem, maxItems, type UtmLink } from "@homeroom/contract/media";
import type { FastifyInstance } from "fastify";
import { v7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signInAs } from "#modules/accounts/for-tests";
import { leadsModule, listUses } from "#modules/leads/public";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { callApi, serveModules } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { publishChoicesChange } from "./events.ts";
import { listsModule } from "./public.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let app: FastifyInstance;
let admin: string;
let sales: string;
/** Channels that something beside leads goes by. */
const inRules: string[] = [];

beforeAll(async () => {
  organization = await buildOrganization(base.db);
  const session = async (role: "admin" | "sales") => (await signInAs(base.db, organization, { role })).token;
  [admin, sales] = await Promise.all([session("admin"), session("sales")]);
  const rules = { isChannelUsed: async (_tx: unknown, _scope: unknown, id: string) => inRules.includes(id) };
  app = await serveModules(base.platform, [listsModule(base.platform, listUses, [rules]), leadsModule(base.platform)]);
});

afterAll(() => app.close());

const post = <Result = { recordID: string }>(call: string, body: object, token = admin) =>
  callApi<Result>(app, `POST /api_webhook/Media/${call}`, { token, body });
const get = <Result>(call: string, token = admin) => callApi<Result>(app, `GET /api_webhook/Media/${call}`, { token });
const itemsOf = async (list: number) =>
  (await get<ListItem[]>(`Getcustomiteminfo?ProjectID=${list}`)).body.resultData ?? [];
const channelsNow = async () => (await get<LeadChannel[]>("Getmediainfo?Type=1")).body.resultData ?? [];

async function addLead(lead: object): Promise<LeadId> {
  const leadId = LeadId.parse(v7());
  const phone = String(61_000_000 + Math.floor(Math.random() * 900_000));
  const body = { leadId, nickname: "陳小明", areaCode: "+852", phone, branchID: organization.branchIds[0], ...lead };
  const answer = await callApi(app, "POST /api_users/Member/AddLeadInfo", { token: admin, body });
  expect(answer.body.success, JSON.stringify(answer.body)).toBe(true);
  return leadId;
}

test("a tag has a colour and a unique name, and can be renamed", async () => {
  const made = await post("Updatecustomiteminfo", { ProjectID: 1, name: "高意願", color: "red" });
  expect(made.status).toBe(200);
  expect((await post("Updatecustomiteminfo", { ProjectID: 1, name: "高意願", color: "blue" })).body).toMatchObject({
    name: "SETTING_ITEM_DUPLICATE",
    code: 100006,
    errors: [{ field: "name" }],
  });
  const recordID = made.body.resultData?.recordID;
  await post("Updatecustomiteminfo", { ProjectID: 1, recordID, name: "很想報名", color: "green", status: 0 });
  expect(await itemsOf(1)).toMatchObject([{ name: "很想報名", color: "green", status: 0 }]);
});

test("a new tag is blue by default, and keeps its colour", async () => {
  const made = await post("Updatecustomiteminfo", { ProjectID: 1, name: "無色", sort: 9, status: 1 });
  expect((await itemsOf(1)).find(({ name }) => name === "無色")).toMatchObject({ color: "blue", sort: 9, status: 1 });
  const recordID = made.body.resultData?.recordID;
  await post("Updatecustomiteminfo", { ProjectID: 1, recordID, name: "無色", color: "red" });
  await post("Updatecustomiteminfo", { ProjectID: 1, recordID, name: "有色" });
  expect((await itemsOf(1)).find(({ name }) => name === "有色")).toMatchObject({ color: "red" });
  expect((await get(`Deletecustomiteminfo?recordID=${recordID}`)).status).toBe(200);
});

test("lists never exceed their limit, even with simultaneous additions", async () => {
  const left = maxItems[customLists.contactResults] - (await itemsOf(2)).length;
  const answers = await Promise.all(
    Array.from({ length: left + 3 }, (_, at) => post("Updatecustomiteminfo", { ProjectID: 2, name: `結果 ${at}` })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(left);
  const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => "name" in body && body.name);
  expect(refused).toEqual(["SETTING_LIMIT_REACHED", "SETTING_LIMIT_REACHED", "SETTING_LIMIT_REACHED"]);
  expect((await post("Updatecustomiteminfo", { ProjectID: 4, name: "第四種" })).body).toMatchObject({
    name: "SETTING_LIMIT_REACHED",
  });
});

test("an item used by a lead, a note or the product cannot be deleted; another one can", async () => {
  const statuses = await itemsOf(3);
  const idOf = (code: string) => statuses.find((item) => item.code === code)?.recordID ?? "";
  await addLead({ status: idOf("trial") });
  const remove = (id: string) => get(`Deletecustomiteminfo?recordID=${id}`);
  expect((await remove(idOf("trial"))).body).toMatchObject({ name: "SETTING_ITEM_IN_USE", code: 100005 });
  expect((await remove(idOf("deal"))).body).toMatchObject({ name: "SETTING_ITEM_IN_USE" });
  expect(statuses.filter((item) => item.isProtected).map((item) => item.code)).toEqual(["new", "deal", "closed"]);
  expect((await remove(idOf("appointment"))).status).toBe(200);
  expect((await remove(idOf("appointment"))).status).toBe(404);

  const result = (await itemsOf(2))[0]?.recordID ?? "";
  const leadId = await addLead({});
  const note = { leadId, content: "已致電", result };
  await callApi(app, "POST /api_users/Member/AddLeadDesc", { token: admin, body: note });
  expect((await remove(result)).body).toMatchObject({ name: "SETTING_ITEM_IN_USE" });
});

test("when an item is deleted and used at the same moment, only one succeeds", async () => {
  for (let round = 0; round < 8; round += 1) {
    const made = await post("Updatecustomiteminfo", { ProjectID: 1, name: `爭 ${round}`, color: "red" });
    const id = made.body.resultData?.recordID ?? "";
    const phone = String(69_000_000 + round);
    const lead = { nickname: "競", areaCode: "+852", phone, branchID: organization.branchIds[0], tag: [id] };
    const [removed, added] = await Promise.all([
      get(`Deletecustomiteminfo?recordID=${id}`),
      callApi(app, "POST /api_users/Member/AddLeadInfo", { token: admin, body: lead }),
    ]);
    expect([removed.body.success, added.body.success].filter(Boolean)).toHaveLength(1);
    if (!removed.body.success) await base.owner.query("delete from lead where phone = $1", [phone]);
    await get(`Deletecustomiteminfo?recordID=${id}`);
  }
});

test("items keep their chosen order", async () => {
  const before = (await itemsOf(4)).map((item) => item.recordID);
  const [first = "", second = "", third = ""] = before;
  expect((await post("Sortcustomiteminfo", { ProjectID: 4, ids: [third, first] })).status).toBe(200);
  expect((await itemsOf(4)).map((item) => item.recordID)).toEqual([third, first, second]);
  const foreign = (await itemsOf(3))[0]?.recordID;
  expect((await post("Sortcustomiteminfo", { ProjectID: 4, ids: [foreign] })).status).toBe(404);
});

test("channels: unique names on their level, secondary ones below primary ones, deletion only when nothing hangs on it", async () => {
  const primary = (await post("Updatemediainfo", { name: "門市" })).body.resultData?.recordID ?? "";
  const duplicate = await post("Updatemediainfo", { name: "門市" });
  expect(duplicate.body).toMatchObject({ name: "CHANNEL_PRIMARY_DUPLICATE", code: 100001 });
  const secondary =
    (await post("Updatemediainfo", { name: "傳單", parentID: primary })).body.resultData?.recordID ?? "";
  expect((await post("Updatemediainfo", { name: "傳單", parentID: primary })).body).toMatchObject({
    name: "CHANNEL_SECONDARY_DUPLICATE",
    code: 100002,
  });
  expect((await post("Updatemediainfo", { name: "再下一層", parentID: secondary })).status).toBe(404);

  const remove = (id: string) => get(`Deletemediainfo?recordID=${id}`);
  expect((await remove(primary)).body).toMatchObject({ name: "CHANNEL_PRIMARY_HAS_SECONDARY", code: 100003 });
  const leadId = await addLead({ channel: primary, secondaryChannel: secondary });
  expect((await remove(secondary)).body).toMatchObject({ name: "CHANNEL_SECONDARY_HAS_LEADS", code: 100004 });
  await base.owner.query("update lead set secondary_channel_id = null where lead_id = $1", [leadId]);
  expect((await remove(secondary)).status).toBe(200);
  expect((await remove(primary)).body).toMatchObject({ name: "SETTING_ITEM_IN_USE" });
});

test("a secondary channel needs its primary one", async () => {
  expect((await post("Updatemediainfo", { name: "傳單", parentID: "" })).body).toMatchObject({
    name: "CHANNEL_PRIMARY_REQUIRED",
    code: 100007,
    errors: [{ field: "parentID" }],
  });
});

test("a channel used by rules cannot be deleted", async () => {
  const id = (await post("Updatemediainfo", { name: "規則用" })).body.resultData?.recordID ?? "";
  inRules.push(id);
  expect((await get(`Deletemediainfo?recordID=${id}`)).body).toMatchObject({
    name: "SETTING_ITEM_IN_USE",
    code: 100005,
  });
  inRules.length = 0;
  expect((await get(`Deletemediainfo?recordID=${id}`)).status).toBe(200);
});

test("channels return their number of leads on request", async () => {
  const primary = (await post("Updatemediainfo", { name: "展覽" })).body.resultData?.recordID ?? "";
  const parent = { parentID: primary };
  const secondary = (await post("Updatemediainfo", { name: "書展", ...parent })).body.resultData?.recordID ?? "";
  await addLead({ channel: primary, secondaryChannel: secondary });
  await addLead({ channel: primary });
  const counted = (await get<LeadChannel[]>("Getmediainfo?Type=1&counts=1")).body.resultData ?? [];
  expect(counted.find((one) => one.recordID === primary)).toMatchObject({
    useCount: 2,
    children: [{ recordID: secondary, useCount: 1 }],
  });
  expect((await channelsNow())[0]).not.toHaveProperty("useCount");
});

test("each change of a list is announced to the whole organisation", async () => {
  await base.owner.query("delete from outbox");
  const made = await post("Updatecustomiteminfo", { ProjectID: 1, name: "說一聲", color: "red" });
  const recordID = made.body.resultData?.recordID ?? "";
  await post("Sortcustomiteminfo", { ProjectID: 1, ids: [recordID] });
  await get(`Deletecustomiteminfo?recordID=${recordID}`);
  const channel = (await post("Updatemediainfo", { name: "說一聲" })).body.resultData?.recordID ?? "";
  await get(`Deletemediainfo?recordID=${channel}`);
  const { rows } = await base.owner.query<{ event: string; payload: { list: string } }>(
    "select event, payload from outbox order by outbox_id",
  );
  expect(rows.map(({ event, payload }) => `${event} ${payload.list}`)).toEqual([
    "choices.changed 1",
    "choices.changed 1",
    "choices.changed 1",
    "choices.changed channels",
    "choices.changed channels",
  ]);
  const [about] = rows;
  expect(
    publishChoicesChange.sockets?.(about?.payload ?? {}, {
      organizationId: organization.organizationId,
      aggregateId: "",
      traceId: "",
    }),
  ).toEqual([
    { rooms: [`organization:${organization.organizationId}`], event: "choices.changed", payload: { list: "1" } },
  ]);
});

test("lead settings write the lists of leads, custom fields every list", async () => {
  const { rows } = await base.owner.query<{ role_id: string }>(
    "insert into role_permission (organization_id, role_id, permission) values ($1, $2, 'crm:option:add') returning role_id",
    [organization.organizationId, organization.roles.sales],
  );
  const add = (ProjectID: number) => post("Updatecustomiteminfo", { ProjectID, name: "業務加的", color: "red" }, sales);
  expect((await add(1)).status).toBe(200);
  expect((await add(5)).status).toBe(403);
  await base.owner.query("delete from role_permission where role_id = $1 and permission = 'crm:option:add'", [
    rows[0]?.role_id,
  ]);
});

test("default channels cannot be renamed or deleted", async () => {
  const chat = (await channelsNow()).find((channel) => channel.name === "WhatsApp_chat")?.recordID ?? "";
  expect((await post("Updatemediainfo", { recordID: chat, name: "聊天" })).body).toMatchObject({
    name: "SETTING_ITEM_IN_USE",
  });
  expect((await get(`Deletemediainfo?recordID=${chat}`)).body).toMatchObject({ name: "SETTING_ITEM_IN_USE" });
});

test("at most 20 primary channels, even with simultaneous additions", async () => {
  const left = 20 - (await channelsNow()).length;
  const answers = await Promise.all(
    Array.from({ length: left + 2 }, (_, at) => post("Updatemediainfo", { name: `渠道 ${at}` })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(left);
});

test("a campaign link contains its parameters, and is stored once", async () => {
  const form = {
    url: "https://school.example/trial?utm_source=old&class=a%20b",
    source: "Google 搜尋",
    medium: "cpc",
    campaign: "暑期 2026",
  };
  const built = await Promise.all([1, 2, 3].map(() => post<{ recordID: string; link: string }>("BuildUtmLink", form)));
  const link = built[0]?.body.resultData?.link ?? "";
  expect(Object.fromEntries(new URL(link).searchParams)).toEqual({
    class: "a b",
    utm_source: "Google 搜尋",
    utm_medium: "cpc",
    utm_campaign: "暑期 2026",
  });
  const list = await post<{ list: UtmLink[]; total: number }>("UtmLinkList", { keywords: "暑期" });
  expect(list.body.resultData).toMatchObject({ total: 1, list: [{ link, creator: "陳老師" }] });
  expect((await post("BuildUtmLink", { ...form, medium: " " })).body).toMatchObject({
    name: "UTM_MEDIUM_AND_CAMPAIGN_REQUIRED",
    code: 100008,
  });
  expect((await post("BuildUtmLink", { ...form, url: "ftp://school.example/" })).status).toBe(422);
  const { recordID = "" } = built[0]?.body.resultData ?? {};
  const forget = () => get(`DeleteUtmLink?recordID=${recordID}`);
  const kept = async () => (await post<{ total: number }>("UtmLinkList", {})).body.resultData?.total;
  expect((await forget()).status).toBe(200);
  expect((await forget()).status).toBe(404);
  expect(await kept()).toBe(0);
  expect((await post("RestoreUtmLink", { recordID })).status).toBe(200);
  expect(await kept()).toBe(1);
  await forget();
  expect((await post("BuildUtmLink", form)).body.resultData).toMatchObject({ recordID });
  expect(await kept()).toBe(1);
});

test("each change needs its own permission, and is in the audit log", async () => {
  expect((await post("Updatecustomiteminfo", { ProjectID: 1, name: "x", color: "red" }, sales)).status).toBe(403);
  expect((await post("Updatemediainfo", { name: "x" }, sales)).status).toBe(403);
  const { rows } = await base.owner.query(
    "select distinct action, subject_type from audit_entry where module = 'list' order by 1, 2",
  );
  expect(rows).toEqual(
    expect.arrayContaining([
      { action: "created", subject_type: "listItem" },
      { action: "deleted", subject_type: "leadChannel" },
      { action: "edited", subject_type: "list" },
    ]),
  );
});

test("default items are named in the reader's language until they are renamed", async () => {
  const statuses = async (language: string) =>
    (
      await callApi<ListItem[]>(app, `GET /api_webhook/Media/Getcustomiteminfo?ProjectID=${customLists.leadStatuses}`, {
        token: admin,
        language,
      })
    ).body.resultData ?? [];
  const nameIn = async (language: string) => (await statuses(language)).find(({ code }) => code === "following")?.name;
  expect([await nameIn("zh-TW"), await nameIn("zh-CN"), await nameIn("en")]).toEqual(["跟進中", "跟进中", "Following"]);
  const item = (await statuses("en")).find(({ code }) => code === "following");
  const save = (name: string, recordID: string | null = item?.recordID ?? null) =>
    callApi(app, "POST /api_webhook/Media/Updatecustomiteminfo", {
      token: admin,
      body: { ProjectID: customLists.leadStatuses, name, sort: item?.sort, status: 1, ...(recordID && { recordID }) },
      language: "en",
    });
  expect((await save("Following")).body.success).toBe(true);
  expect(await nameIn("zh-TW")).toBe("跟進中");
  // By whatever name a reader knows an item, there is no second one.
  expect((await save("FOLLOWING", null)).body).toMatchObject({ name: "SETTING_ITEM_DUPLICATE" });
  expect((await save("In touch")).body.success).toBe(true);
  expect([await nameIn("zh-TW"), await nameIn("en")]).toEqual(["In touch", "In touch"]);
});
