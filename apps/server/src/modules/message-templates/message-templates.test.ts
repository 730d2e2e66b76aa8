import { RecordId } from "@homeroom/contract/ids";
import type { SyncReport, TemplateForm, TemplateRow } from "@homeroom/contract/message-templates";
import type { FastifyInstance } from "fastify";
import { v7 } from "uuid";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { signInAs } from "#modules/accounts/for-tests";
import {
  buildPlace,
  conversationRows,
  inboundText,
  receive,
  type TestChannel,
  testProvider,
} from "#modules/inbox/for-tests";
import { inboxModule, ProviderFailure } from "#modules/inbox/public";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { callApi, serveModules } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { checkReviews } from "./actions/sync-templates.ts";
import type { KnownTemplate, TemplateReviewer, TemplateToReview } from "./port.ts";
import { applyReviewNews, inboxTemplates, messageTemplatesModule } from "./public.ts";

const base = prepareDatabase();
let app: FastifyInstance;
let organization: TestOrganization;
let channel: TestChannel;
let owner: string;

/** WhatsApp, as far as templates go: what it has, what it was handed, and what it says next. */
const there: KnownTemplate[] = [];
const handed: { how: "new" | "revision"; template: TemplateToReview }[] = [];
let refusal: ProviderFailure | null = null;

const reviewer: TemplateReviewer = {
  list: async (_channel, name) => there.filter((one) => name === undefined || one.name === name),
  async submit(_channel, template) {
    if (refusal) throw refusal;
    if (there.some(({ name, language }) => name === template.name && language === template.language))
      throw failure("exists");
    handed.push({ how: "new", template });
    const id = `t${there.length + 1}`;
    const { name, language, category, content } = template;
    there.push({ id, name, language, category, content, status: "pending", reason: null, detail: "" });
    return { id, status: "pending", category };
  },
  async revise(_channel, _id, template) {
    if (refusal) throw refusal;
    handed.push({ how: "revision", template });
  },
  async remove(_channel, { id }) {
    if (refusal) throw refusal;
    there.splice(0, there.length, ...there.filter((one) => one.id !== id));
  },
};

function failure(code: string, detail = "no"): ProviderFailure {
  return new ProviderFailure({ class: "permanent", code, reason: "badRequest", detail, stops: "message" });
}

beforeAll(async () => {
  const inbox = inboxModule(base.platform, {
    providers: [testProvider()],
    databaseUrl: base.access.sessionUrl,
    templates: inboxTemplates,
  });
  app = await serveModules(base.platform, [inbox, messageTemplatesModule(base.platform, reviewer)]);
});
afterAll(() => app.close());
beforeEach(async () => {
  there.length = 0;
  handed.length = 0;
  refusal = null;
  ({ organization, channel } = await buildPlace(base));
  owner = await signedIn("owner");
});

async function signedIn(role: "owner" | "sales", branch: 0 | 1 = 0, of = organization): Promise<string> {
  const branchId = of.branchIds[branch];
  return (await signInAs(base.db, of, { role, branchIds: [branchId] })).token;
}

const form = (given: Partial<TemplateForm> = {}) => ({
  name: "trial_reminder",
  language: "zh_TW",
  category: "utility",
  body: "{{1}}您好，明天 {{2}} 有一堂試聽課，請準時到場。".replace("{{1}}您好", "您好 {{1}}"),
  variables: [
    { sample: "陳太", source: "nickname" },
    { sample: "19:00", source: "none" },
  ],
  buttons: [{ type: "unsubscribe", text: "取消訂閱" }],
  ...given,
});

const post = <Result = null>(call: string, body: object, token = owner) =>
  callApi<Result>(app, `POST /api_chat/${call}`, { token, body });
const get = <Result = null>(call: string, token = owner) =>
  callApi<Result>(app, `GET /api_chat/Template/${call}`, { token });

async function add(given: Partial<TemplateForm> = {}): Promise<RecordId> {
  const { body } = await post<{ recordID: RecordId }>("Template/AddTemplate", form(given));
  return body.resultData?.recordID as RecordId;
}
const info = async (id: RecordId) =>
  (await get<TemplateRow>(`TemplateInfo?recordID=${id}`)).body.resultData as TemplateRow;
const submit = (id: RecordId) => get<TemplateRow>(`SubmitTemplate?recordID=${id}`);
const edit = async (id: RecordId, given: Partial<TemplateForm> = {}) =>
  post("Template/EditTemplate", { ...form(given), recordID: id });

function hear(status: KnownTemplate["status"], given: { at?: string; detail?: string; templateId?: string } = {}) {
  const [known] = there;
  const news = {
    about: "templateReview" as const,
    templateId: known?.id ?? "",
    name: "trial_reminder",
    language: "zh_TW",
    status,
    detail: "",
    ...given,
  };
  return inTransaction(base.db, organization.scope, (tx) =>
    applyReviewNews(tx, channel, { type: "notice", field: "message_template_status_update", summary: "", news }),
  );
}

test("is written, submitted once even if repeated, and approved by webhook", async () => {
  const id = await add();
  expect(await info(id)).toMatchObject({ reviewStatus: "draft", sendable: false, known: false });
  await Promise.all([submit(id), submit(id), submit(id)]);
  expect(handed).toHaveLength(1);
  expect(await info(id)).toMatchObject({ reviewStatus: "pending", known: true });
  expect((await edit(id)).body).toMatchObject({ name: "TEMPLATE_UNDER_REVIEW" });
  expect((await get(`DeleteTemplate?recordID=${id}`)).body).toMatchObject({ name: "TEMPLATE_UNDER_REVIEW" });
  // Its webhook rounds a number as long as this.
  await base.owner.query("update message_template set provider_id = '9109087336837873' where template_id = $1", [id]);
  for (const _ of [1, 2]) await hear("approved", { templateId: "9109087336837872" });
  expect(await info(id)).toMatchObject({ reviewStatus: "approved", sendable: true, inUse: null });
});

test("the approved text stays in use until the new one is approved", async () => {
  const id = await add();
  await submit(id);
  await hear("approved");
  expect((await edit(id, { category: "marketing" })).body).toMatchObject({ name: "TEMPLATE_FIXED" });
  expect((await edit(id, { name: "other_name" })).body).toMatchObject({ name: "TEMPLATE_FIXED" });
  await edit(id, { body: "您好 {{1}}，後天 {{2}} 有一堂試聽課，請準時到場。" });
  expect(await info(id)).toMatchObject({
    reviewStatus: "draft",
    sendable: true,
    inUse: { body: expect.stringContaining("明天") },
  });
  await submit(id);
  expect(handed.map(({ how }) => how)).toEqual(["new", "revision"]);
  // The approval of the first text, delivered late.
  await hear("approved", { at: "2026-01-01T00:00:00Z" });
  expect(await info(id)).toMatchObject({ reviewStatus: "pending", inUse: { body: expect.stringContaining("明天") } });
  await hear("rejected", { detail: "Say what it is about." });
  expect(await info(id)).toMatchObject({
    reviewStatus: "rejected",
    rejectDetail: "Say what it is about.",
    sendable: true,
  });
});

test("a template that WhatsApp refuses at once is unchanged and shows the reason", async () => {
  const id = await add();
  refusal = failure("100", "Parameter value is not valid");
  const answer = await submit(id);
  expect(answer.body).toMatchObject({ name: "TEMPLATE_REFUSED" });
  expect(answer.body.message).toContain("Parameter value is not valid");
  expect(await info(id)).toMatchObject({ reviewStatus: "draft", rejectDetail: "Parameter value is not valid" });
});

test("a template that already exists at WhatsApp is adopted", async () => {
  const id = await add();
  const kept = { name: "trial_reminder", language: "zh_TW", category: "utility", reason: null, detail: "" } as const;
  there.push({ ...kept, id: "t9", status: "approved", content: null });
  await submit(id);
  expect(handed.map(({ how }) => how)).toEqual(["revision"]);
  expect(await info(id)).toMatchObject({ reviewStatus: "pending", known: true });
});

test("an incomplete template is not submitted", async () => {
  const id = await add({ body: "您好 {{1}}，請看 {{2}}", variables: [] });
  expect((await submit(id)).body).toMatchObject({ name: "TEMPLATE_NOT_READY", errors: expect.any(Array) });
  expect(handed).toEqual([]);
  const four = Array.from({ length: 4 }, (_none, index) => ({
    type: "shortcut" as const,
    text: `選項 ${index}`,
    url: "",
    urlSample: "",
    phone: "",
  }));
  expect((await post("Template/AddTemplate", form({ name: "four", buttons: four }))).body).toMatchObject({
    name: "TEMPLATE_TOO_MANY_BUTTONS",
  });
});

test("an interrupted submission is detected", async () => {
  const id = await add();
  const cut = () =>
    base.owner.query(
      "update message_template set review_status = 'pending', submitted_at = now() - interval '1 hour', handed_over_at = null where template_id = $1",
      [id],
    );
  const { organizationId } = organization;
  await cut();
  await checkReviews({ platform: base.platform, reviewer }, { organizationId, businessAccountId: "900" });
  expect(await info(id)).toMatchObject({ reviewStatus: "draft" });
  await cut();
  const content = {
    ...form(),
    type: "none" as const,
    header: "",
    headerSample: "",
    footer: "",
  } as unknown as KnownTemplate["content"];
  there.push({
    id: "t5",
    name: "trial_reminder",
    language: "zh_TW",
    category: "utility",
    status: "approved",
    reason: null,
    detail: "",
    content,
  });
  await checkReviews({ platform: base.platform, reviewer }, { organizationId, businessAccountId: "900" });
  expect(await info(id)).toMatchObject({ reviewStatus: "approved", known: true });
});

test("a name is unique in a language, and can be copied into another", async () => {
  const id = await add();
  expect((await post("Template/AddTemplate", form())).body).toMatchObject({ name: "TEMPLATE_NAME_TAKEN" });
  const copy = { recordID: id, language: "en" };
  expect((await post("Template/CopyTemplate", copy)).status).toBe(200);
  expect((await post("Template/CopyTemplate", copy)).body).toMatchObject({ name: "TEMPLATE_NAME_TAKEN" });
  const list = await post<{ list: TemplateRow[]; total: number }>("Template/TemplateList", { language: ["en"] });
  expect(list.body.resultData).toMatchObject({ total: 1, list: [{ name: "trial_reminder", reviewStatus: "draft" }] });
});

test("repeating a create with its id makes no second template, even at the same moment", async () => {
  const recordID = RecordId.parse(v7());
  expect(await Promise.all([add({ recordID }), add({ recordID })])).toEqual([recordID, recordID]);
  expect(await add({ recordID })).toBe(recordID);
});

test("templates at WhatsApp are imported; one deleted there becomes a draft", async () => {
  const content = {
    ...{ type: "none" as const, header: "", headerSample: "", body: "收據已寄出，謝謝您。" },
    ...{ variables: [], footer: "", buttons: [] },
  };
  const one = { category: "utility" as const, reason: null, detail: "", content };
  there.push(
    { ...one, id: "a", name: "receipt", language: "zh_TW", status: "approved" },
    { ...one, id: "b", name: "code", language: "zh_TW", status: "approved", category: null },
    { ...one, id: "c", name: "receipt", language: "en_US", status: "approved" },
  );
  const sync = () => get<SyncReport>("SyncTemplates");
  expect((await sync()).body.resultData).toMatchObject({ added: 1, updated: 0, skipped: 2 });
  expect((await sync()).body.resultData).toMatchObject({ added: 0, updated: 0, unchanged: 1 });
  there.length = 0;
  expect((await sync()).body.resultData).toMatchObject({ missing: 1 });
  const list = await post<{ list: TemplateRow[] }>("Template/TemplateList", {});
  expect(list.body.resultData?.list).toMatchObject([{ name: "receipt", reviewStatus: "draft", sendable: false }]);
});

test("templates belong to the branches whose numbers belong to their account", async () => {
  const id = await add();
  const stranger = await signedIn("owner", 0, await buildOrganization(base.db));
  expect((await get(`TemplateInfo?recordID=${id}`, stranger)).status).toBe(404);
  const elsewhere = await signedIn("sales", 1);
  expect((await get(`TemplateInfo?recordID=${id}`, elsewhere)).status).toBe(404);
  expect((await get(`TemplateInfo?recordID=${id}`, await signedIn("sales"))).status).toBe(200);
  expect((await post("Template/AddTemplate", form({ name: "other" }), stranger)).body).toMatchObject({
    name: "FEATURE_NOT_SET_UP",
  });
});

async function approved(given: Partial<TemplateForm> = {}): Promise<RecordId> {
  const id = await add(given);
  await submit(id);
  await base.owner.query(
    "update message_template set review_status = 'approved', approved_content = content where template_id = $1",
    [id],
  );
  return id;
}

/** A customer who wrote two days ago. */
async function silentCustomer() {
  await receive(base, channel, [inboundText({ sentAt: new Date(Date.now() - 2 * 86_400_000) })]);
  const [conversation] = await conversationRows(base, channel);
  if (!conversation) throw new Error("There is no conversation");
  return conversation;
}

const send = (body: object, token = owner) =>
  post<{ messageId: string; text: string; details: { shown: { body: string } } }>(
    "Chat/SendTemplateMessage",
    body,
    token,
  );

test("is sent after the window, filled in, once for each message id; free text is refused", async () => {
  const templateID = await approved();
  const { lead_id: leadId } = await silentCustomer();
  expect((await post("Chat/SendMessage", { leadId, content: "在嗎" })).body).toMatchObject({
    name: "CHAT_ONLY_TEMPLATE_AFTER_24H",
  });
  const choices = await post<{ list: { places: { key: string; value: string }[] }[] }>("Chat/TemplateChoices", {
    leadId,
  });
  expect(choices.body.resultData?.list[0]?.places).toMatchObject([
    { key: "body.1", value: "李太" },
    { key: "body.2", value: "" },
  ]);
  const variables = { "body.1": "李太", "body.2": "19:00\n  晚上" };
  const messageId = "0199a000-0000-7000-8000-00000000000a";
  const sent = await Promise.all([1, 2].map(() => send({ leadId, templateID, variables, messageId })));
  expect(sent.map(({ status }) => status)).toEqual([200, 200]);
  expect(sent[0]?.body.resultData?.text).toBe("您好 李太，明天 19:00 晚上 有一堂試聽課，請準時到場。");
  const { rows } = await base.owner.query<{ details: { template: { components: unknown[] } } }>(
    "select details from message where kind = 'template' and organization_id = $1",
    [organization.organizationId],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.details.template.components).toEqual([
    {
      type: "body",
      parameters: [
        { type: "text", text: "李太" },
        { type: "text", text: "19:00 晚上" },
      ],
    },
    {
      type: "button",
      sub_type: "quick_reply",
      index: "0",
      parameters: [{ type: "payload", payload: "homeroom.unsubscribe" }],
    },
  ]);
});

test("a missing template, place or quote is named", async () => {
  const templateID = await approved();
  const draft = await add({ name: "draft" });
  const { lead_id: leadId } = await silentCustomer();
  const [message] = (
    await base.owner.query<{ id: string }>("select message_id as id from message where organization_id = $1", [
      organization.organizationId,
    ])
  ).rows;
  expect((await send({ leadId })).body).toMatchObject({ name: "CHAT_TEMPLATE_REQUIRED" });
  expect((await send({ leadId, templateID, quotedId: message?.id })).body).toMatchObject({
    name: "CHAT_REPLY_NO_TEMPLATE_SUPPORT",
  });
  expect((await send({ leadId, templateID: draft })).body).toMatchObject({ name: "CHAT_TEMPLATE_NOT_CONFIGURED" });
  expect((await send({ leadId, templateID, variables: { "body.1": "李太" } })).body).toMatchObject({
    name: "FIELD_INVALID",
    errors: [{ field: "variables.body.2" }],
  });
  await get(`UpdateTemplateStatus?recordID=${templateID}&openStatus=0`);
  expect((await send({ leadId, templateID })).body).toMatchObject({ name: "CHAT_TEMPLATE_NOT_CONFIGURED" });
});

test("marketing is sent once a day unless the customer replies, and never after they stop it", async () => {
  const given = { category: "marketing", body: "秋季班開始報名，歡迎回覆詢問。", variables: [] } as const;
  const templateID = await approved({ ...given, variables: [] });
  const from = { phone: "85261112222", name: "王太" };
  await receive(base, channel, [inboundText({ from })]);
  const [{ lead_id: leadId } = { lead_id: "" }] = await conversationRows(base, channel);
  expect((await send({ leadId, templateID })).status).toBe(200);
  expect((await send({ leadId, templateID })).body).toMatchObject({ name: "TEMPLATE_MARKETING_TOO_SOON" });
  await receive(base, channel, [inboundText({ from })]);
  expect((await send({ leadId, templateID })).status).toBe(200);
  const press = { kind: "button", text: "取消訂閱", details: { payload: "homeroom.unsubscribe" } } as const;
  await receive(base, channel, [inboundText({ from, ...press })]);
  expect((await send({ leadId, templateID })).body).toMatchObject({ name: "TEMPLATE_MARKETING_STOPPED" });
});

test("hostile input is refused", async () => {
  expect((await post("Template/AddTemplate", form({ name: "'; drop table" }))).status).toBe(422);
  expect((await post("Template/AddTemplate", form({ language: "fr" as never }))).status).toBe(422);
  expect((await post("Template/TemplateList", { keywords: "%_\\'" })).status).toBe(200);
  expect((await post("Template/TemplateList", { cursor: "AAAA" })).status).toBe(400);
  const templateID = await approved();
  const { lead_id: leadId } = await silentCustomer();
  const variables = { "body.1": "a", "body.2": "x".repeat(1025) };
  expect((await send({ leadId, templateID, variables })).status).toBe(422);
  expect((await send({ leadId, templateID, variables: { __proto__: "x", constructor: "y" } })).status).toBe(422);
});
