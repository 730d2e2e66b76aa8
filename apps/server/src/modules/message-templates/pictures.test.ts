import type { FileId, RecordId } from "@homeroom/contract/ids";
import type { TemplateForm, TemplateRow } from "@homeroom/contract/message-templates";
import sharp from "sharp";
import { beforeEach, expect, test } from "vitest";
import { signInAs } from "#modules/accounts/for-tests";
import { filesModule } from "#modules/files/public";
import {
  buildPlace,
  conversationRows,
  deliverAll,
  inboundText,
  receive,
  type TestChannel,
  testInbox,
  testProvider,
} from "#modules/inbox/for-tests";
import { inboxModule } from "#modules/inbox/public";
import type { TestOrganization } from "#modules/organizations/for-tests";
import { callApi, prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import type { KnownTemplate, TemplateReviewer, TemplateToReview } from "./port.ts";
import { inboxTemplates, messageTemplatesModule } from "./public.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let channel: TestChannel;
let owner: string;

/** WhatsApp: what it has, and what it was handed. */
const there: KnownTemplate[] = [];
const handed: TemplateToReview[] = [];
const reviewer: TemplateReviewer = {
  list: async () => there,
  async submit(_channel, template) {
    handed.push(template);
    return { id: "t1", status: "pending", category: template.category };
  },
  async revise(_channel, _id, template) {
    handed.push(template);
  },
  remove: async () => undefined,
};
const provider = testProvider();

const server = prepareServer(base, (platform) => {
  const parts = { providers: [provider], databaseUrl: base.access.sessionUrl, templates: inboxTemplates };
  const inbox = inboxModule(platform, parts);
  const modules = [inbox, messageTemplatesModule(platform, reviewer), filesModule(platform)];
  return modules;
});
beforeEach(async () => {
  there.length = 0;
  handed.length = 0;
  provider.sent.length = 0;
  ({ organization, channel } = await buildPlace(base));
  owner = await signedIn("owner");
});

async function signedIn(role: "owner" | "sales"): Promise<string> {
  return (await signInAs(base.db, organization, { role })).token;
}

const form = (given: Partial<TemplateForm> = {}) => ({
  name: "open_day",
  language: "zh_TW",
  category: "utility",
  type: "image",
  body: "校園開放日這週六舉行，歡迎帶孩子來看看。",
  ...given,
});
const post = <Result = null>(call: string, body: object, token = owner) =>
  callApi<Result>(server.app, `POST /api_chat/${call}`, { token, body });
const get = <Result = null>(call: string) =>
  callApi<Result>(server.app, `GET /api_chat/Template/${call}`, { token: owner });
const info = async (id: RecordId) =>
  (await get<TemplateRow>(`TemplateInfo?recordID=${id}`)).body.resultData as TemplateRow;

async function upload(call: "Template/UploadTemplateImage" | "Chat/UploadChatFile", token = owner): Promise<FileId> {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#336699" } })
    .png()
    .toBuffer();
  const payload = Buffer.concat([
    Buffer.from('--part\r\ncontent-disposition: form-data; name="file"; filename="flag.png"\r\n\r\n'),
    bytes,
    Buffer.from("\r\n--part--\r\n"),
  ]);
  const headers = { accesstoken: token, "content-type": "multipart/form-data; boundary=part" };
  const answer = await server.app.inject({ method: "POST", url: `/api_chat/${call}`, headers, payload });
  return answer.json<{ resultData: { fileID: FileId } }>().resultData.fileID;
}

async function approve(id: RecordId): Promise<void> {
  await base.owner.query(
    "update message_template set review_status = 'approved', approved_content = content where template_id = $1",
    [id],
  );
}

/** What the customer was sent, once all that waits has gone. */
async function send(given: object, token = owner) {
  await receive(base, channel, [inboundText()]);
  const [conversation] = await conversationRows(base, channel);
  const answer = await post("Chat/SendTemplateMessage", { leadId: conversation?.lead_id, ...given }, token);
  if (conversation) await deliverAll(testInbox(base, provider), organization.scope, conversation.conversation_id);
  return { answer, content: provider.sent.at(-1)?.content };
}

const withPicture = { components: [{ type: "header", parameters: [{ type: "image", image: { id: "uploaded" } }] }] };

/** Made at WhatsApp: its picture is not here. */
async function synced(): Promise<RecordId> {
  const { body: text } = form();
  const content = { header: "", headerSample: "", body: text, variables: [], footer: "", buttons: [] };
  there.push({
    id: "t9",
    name: "made_there",
    language: "zh_TW",
    category: "utility",
    status: "approved",
    reason: null,
    detail: "",
    content: { type: "image", ...content },
  });
  await get("SyncTemplates");
  const { body } = await post<{ list: TemplateRow[] }>("Template/TemplateList", {});
  const [row] = body.resultData?.list ?? [];
  if (!row) throw new Error("There is no template");
  return row.recordID;
}

test("a picture is submitted as a sample, and sent to the provider again with the message", async () => {
  const headerImage = await upload("Template/UploadTemplateImage");
  const { body } = await post<{ recordID: RecordId }>("Template/AddTemplate", form({ headerImage }));
  const templateID = body.resultData?.recordID as RecordId;
  await get(`SubmitTemplate?recordID=${templateID}`);
  expect(handed[0]?.picture).toMatchObject({ contentType: "image/png", fileName: expect.stringMatching(/\.png$/) });
  expect((await sharp(handed[0]?.picture?.bytes).metadata()).width).toBe(40);
  await approve(templateID);
  const { answer, content } = await send({ templateID });
  expect(answer.status).toBe(200);
  expect(content).toMatchObject({ kind: "template", name: "open_day", ...withPicture });
});

test("a template without its picture is not submitted; a colleague's upload cannot be used", async () => {
  const { body } = await post<{ recordID: RecordId }>("Template/AddTemplate", form());
  const id = body.resultData?.recordID as RecordId;
  expect((await get(`SubmitTemplate?recordID=${id}`)).body).toMatchObject({
    name: "TEMPLATE_NOT_READY",
    errors: [{ field: "headerImage" }],
  });
  const others = await upload("Template/UploadTemplateImage", await signedIn("owner"));
  expect((await post("Template/EditTemplate", { ...form({ headerImage: others }), recordID: id })).body).toMatchObject({
    name: "FIELD_INVALID",
    errors: [{ field: "headerImage" }],
  });
});

test("a template made at WhatsApp is sent only with a chosen picture", async () => {
  const templateID = await synced();
  expect(await info(templateID)).toMatchObject({ sendable: true, content: { type: "image", picture: null } });
  expect((await send({ templateID })).answer.body).toMatchObject({
    name: "TEMPLATE_PICTURE_MISSING",
    errors: [{ field: "headerImage" }],
  });
  const sales = await signedIn("sales");
  const theirs = await upload("Chat/UploadChatFile", sales);
  expect((await send({ templateID, headerImage: theirs })).answer.body).toMatchObject({ name: "FIELD_INVALID" });
  const { answer, content } = await send({ templateID, headerImage: theirs }, sales);
  expect(answer.status).toBe(200);
  expect(content).toMatchObject({ name: "made_there", ...withPicture });
});

test("a picture that is added to an approved text needs no review; a changed text does, once in 24 hours", async () => {
  const recordID = await synced();
  const headerImage = await upload("Template/UploadTemplateImage");
  const edit = (given: Partial<TemplateForm>) =>
    post("Template/EditTemplate", { ...form({ name: "made_there", headerImage }), ...given, recordID });
  await edit({ usage: "chat" });
  expect(await info(recordID)).toMatchObject({
    reviewStatus: "approved",
    inUse: null,
    usage: "chat",
    revisableAt: null,
  });
  expect((await send({ templateID: recordID })).content).toMatchObject(withPicture);

  await edit({ body: "校園開放日改到下週六舉行，歡迎帶孩子來看看。" });
  expect(await info(recordID)).toMatchObject({ reviewStatus: "draft", sendable: true });
  expect((await get(`SubmitTemplate?recordID=${recordID}`)).status).toBe(200);
  expect(handed).toHaveLength(1);
  await approve(recordID);
  expect(Date.parse((await info(recordID)).revisableAt ?? "")).toBeGreaterThan(Date.now() + 23 * 3_600_000);
  await edit({ body: "校園開放日又改回這週六舉行，歡迎帶孩子來看看。" });
  const refused = (await get(`SubmitTemplate?recordID=${recordID}`)).body;
  expect(refused).toMatchObject({ name: "TEMPLATE_EDITED_TOO_OFTEN" });
  expect(refused.message).toContain("24 小時後");
  expect(handed).toHaveLength(1);
  // Written back to what is approved, it is that again.
  await edit({ body: "校園開放日改到下週六舉行，歡迎帶孩子來看看。" });
  expect(await info(recordID)).toMatchObject({ reviewStatus: "approved", inUse: null });
});

test("an edit keeps an omitted picture, and faults are named by the form's fields", async () => {
  const headerImage = await upload("Template/UploadTemplateImage");
  const made = await post<{ recordID: RecordId }>("Template/AddTemplate", form({ headerImage }));
  const id = made.body.resultData?.recordID as RecordId;
  expect((await post("Template/EditTemplate", { recordID: id, footer: "晨光音樂" })).status).toBe(200);
  const { name, language, type, body } = form();
  const content = { headerImage, footer: "晨光音樂" };
  expect(await info(id)).toMatchObject({ name, language, type, body, footer: "晨光音樂", buttons: [], content });
  expect((await get(`UpdateTemplateStatus?recordID=${id}&status=0`)).status).toBe(200);
  expect(await info(id)).toMatchObject({ openStatus: 0 });
});
