import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import type { MessageRow } from "@homeroom/contract/chat";
import { ConversationId, LeadId, MessageId } from "@homeroom/contract/ids";
import sharp from "sharp";
import { beforeEach, expect, test } from "vitest";
import { signInAs } from "#modules/accounts/for-tests";
import { filesModule } from "#modules/files/public";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { callApi, prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import type { JobRequest } from "#platform/jobs/job";
import type { InboundChannel } from "../channels/queries/channels.ts";
import {
  buildChannel,
  buildPlace,
  conversationRows,
  inboundText,
  messageRowsOf,
  receive,
  type TestProvider,
  testInbox,
  testProvider,
} from "../for-tests.ts";
import type { Inbox } from "../inbox.ts";
import { type ProviderError, ProviderFailure } from "../port.ts";
import { inboxModule } from "../public.ts";
import { deliverNextMessage } from "../sending/actions/deliver-next-message.ts";
import { settleAbandoned } from "../sending/actions/settle-abandoned.ts";
import { inboxUpkeep } from "../upkeep.ts";
import { fetchMedia } from "./actions/fetch-media.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let channel: InboundChannel;
let provider: TestProvider;
let inbox: Inbox;
let token: string;

const server = prepareServer(base, (platform) => {
  const module = inboxModule(platform, { providers: [testProvider()], databaseUrl: base.access.sessionUrl });
  return [module, filesModule(platform)];
});
beforeEach(async () => {
  ({ organization, channel } = await buildPlace(base));
  provider = testProvider();
  inbox = testInbox(base, provider);
  ({ token } = await signInAs(base.db, organization, { role: "owner" }));
});

async function receivedFile(contentType: string, bytes: Buffer | ProviderFailure) {
  provider.downloadMedia = async () => {
    if (bytes instanceof ProviderFailure) throw bytes;
    return { stream: Readable.from([bytes]), contentType, size: bytes.length };
  };
  const media = { mediaId: "m1", contentType, fileName: "報名表.pdf" };
  await receive(base, channel, [inboundText({ kind: "document", text: "", media })]);
  const [conversation] = await conversationRows(base, channel);
  if (!conversation) throw new Error("There is no conversation");
  const [message] = await messageRowsOf(base, conversation.conversation_id);
  return { conversationId: conversation.conversation_id, messageId: MessageId.parse(message?.message_id) };
}

async function shown(conversationId: string): Promise<MessageRow> {
  const answer = await callApi<{ list: MessageRow[] }>(server.app, "POST /api_chat/Chat/MessageList", {
    token,
    body: { conversationId },
  });
  const row = answer.body.resultData?.list[0];
  if (!row) throw new Error("There is no message");
  return row;
}

const gone = (given: Partial<ProviderError>) =>
  new ProviderFailure({ class: "permanent", code: "100", reason: "mediaGone", detail: "", stops: "message", ...given });

test("a customer's picture is fetched, measured, and served at a signed address", async () => {
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#336699" } })
    .jpeg()
    .toBuffer();
  const { conversationId, messageId } = await receivedFile("image/jpeg", picture);
  expect((await shown(conversationId)).file).toMatchObject({ url: null, lost: false });
  await Promise.all([
    fetchMedia(inbox, organization.scope, messageId),
    fetchMedia(inbox, organization.scope, messageId),
  ]);
  const { file, version } = await shown(conversationId);
  expect(file).toMatchObject({ contentType: "image/jpeg", size: picture.length, width: 40, height: 30 });
  expect(version).toBe(3);
  const answer = await server.app.inject({ method: "GET", url: file?.url ?? "" });
  expect(answer.rawPayload.equals(picture)).toBe(true);
  expect(answer.headers).toMatchObject({
    "content-type": "image/jpeg",
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringContaining("sandbox"),
    "content-disposition": expect.stringMatching(/^inline/),
  });
  const changed = (file?.url ?? "").replace(/expires=(\d+)/, (_, expires: string) => `expires=${Number(expires) + 1}`);
  expect((await server.app.inject({ method: "GET", url: changed })).statusCode).toBe(404);
});

test("a file that only claims to be a picture is served as a download", async () => {
  const page = Buffer.from("<html><script>alert(1)</script></html>");
  const { conversationId, messageId } = await receivedFile("image/png", page);
  await fetchMedia(inbox, organization.scope, messageId);
  const { file } = await shown(conversationId);
  const answer = await server.app.inject({ method: "GET", url: file?.url ?? "" });
  expect(answer.headers["content-type"]).toBe("application/octet-stream");
  expect(answer.headers["content-disposition"]).toMatch(/^attachment; .*filename\*=UTF-8''%E5%A0%B1/);
});

test("a file that the provider no longer has is lost; a passing failure is tried again", async () => {
  const { conversationId, messageId } = await receivedFile("application/pdf", gone({ class: "retryable" }));
  await expect(fetchMedia(inbox, organization.scope, messageId)).rejects.toThrow(ProviderFailure);
  expect((await shown(conversationId)).file?.lost).toBe(false);
  provider.downloadMedia = async () => {
    throw gone({});
  };
  await fetchMedia(inbox, organization.scope, messageId);
  expect((await shown(conversationId)).file).toMatchObject({ lost: true, url: null });
});

/** What the sweep asks for of this organisation's files. */
async function sweep(): Promise<JobRequest[]> {
  base.enqueued.length = 0;
  const work = inboxUpkeep(testInbox(base)).find(({ name }) => name === "unfetched files");
  await work?.run(new AbortController().signal);
  return base.enqueued.filter(({ data }) => data["organizationId"] === organization.organizationId);
}

const makeOlder = (age: string) =>
  base.owner.query("update stored_file set created_at = created_at - $2::interval where organization_id = $1", [
    organization.organizationId,
    age,
  ]);

const resetChannel = (stoppedAt: Date | null) =>
  base.owner.query("update channel set stopped_at = $2, stopped_reason = 'authentication' where channel_id = $1", [
    channel.channelId,
    stoppedAt,
  ]);

test("files refused because of the token are left to the sweep, which skips stopped channels", async () => {
  const { conversationId, messageId } = await receivedFile("application/pdf", gone({ class: "reauthorise" }));
  await fetchMedia(inbox, organization.scope, messageId);
  expect((await shown(conversationId)).file?.lost).toBe(false);
  expect(await sweep()).toEqual([]);
  await makeOlder("1 hour");
  expect(await sweep()).toMatchObject([
    { data: { messageId }, once: { key: `${organization.organizationId} ${messageId}` } },
  ]);
  await resetChannel(new Date());
  expect(await sweep()).toEqual([]);
  await resetChannel(null);
  expect(await sweep()).toHaveLength(1);
});

test("an expired token stops the channel, unless it was replaced", async () => {
  const { messageId } = await receivedFile("application/pdf", gone({ class: "reauthorise", reason: "tokenExpired" }));
  const stoppedFor = async () => {
    const found = await base.owner.query("select stopped_reason as reason from channel where channel_id = $1", [
      channel.channelId,
    ]);
    return found.rows;
  };
  await resetChannel(null);
  await fetchMedia(inbox, organization.scope, messageId);
  expect(await stoppedFor()).toEqual([{ reason: "tokenExpired" }]);
  await base.owner.query("update channel set stopped_at = null, stopped_reason = null");
  const { downloadMedia } = provider;
  provider.downloadMedia = async (access, mediaId) => {
    const replaced = base.platform.secrets.seal({ ...access.secrets, accessToken: "another" });
    await base.owner.query("update channel set secrets = $2 where channel_id = $1", [channel.channelId, replaced]);
    return downloadMedia(access, mediaId);
  };
  await fetchMedia(inbox, organization.scope, messageId);
  expect(await stoppedFor()).toEqual([{ reason: null }]);
});

test("a sweep handles a few files of each organisation, so that none is starved", async () => {
  const ofOne = await receivedFile("application/pdf", gone({}));
  await makeOlder("1 hour");
  const other = await buildOrganization(base.db);
  const otherChannel = await buildChannel(base, other);
  const media = { mediaId: "m1", contentType: "application/pdf" };
  const many = Array.from({ length: 30 }, () => inboundText({ kind: "document", text: "", media }));
  await receive(base, otherChannel, many);
  await base.owner.query("update stored_file set created_at = now() - interval '1 day' where organization_id = $1", [
    other.organizationId,
  ]);
  expect(await sweep()).toMatchObject([{ data: { messageId: ofOne.messageId } }]);
  expect(base.enqueued.filter(({ data }) => data["organizationId"] === other.organizationId)).toHaveLength(20);
});

test("a file is lost when no provider has it any more, whatever its channel", async () => {
  const old = await receivedFile("application/pdf", gone({ class: "reauthorise" }));
  await resetChannel(new Date());
  await makeOlder("9 days");
  expect(await sweep()).toEqual([]);
  expect((await shown(old.conversationId)).file?.lost).toBe(true);
});

test("a file of a deleted channel is lost", async () => {
  const { conversationId, messageId } = await receivedFile("application/pdf", gone({ class: "retryable" }));
  await base.owner.query("update message set channel_id = gen_random_uuid() where message_id = $1", [messageId]);
  await fetchMedia(inbox, organization.scope, messageId);
  expect((await shown(conversationId)).file?.lost).toBe(true);
});

async function upload(bytes: Buffer, name: string) {
  const boundary = "part";
  const payload = Buffer.concat([
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n`),
    Buffer.from("content-type: application/octet-stream\r\n\r\n"),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const headers = { accesstoken: token, "content-type": `multipart/form-data; boundary=${boundary}` };
  const answer = await server.app.inject({ method: "POST", url: "/api_chat/Chat/UploadChatFile", headers, payload });
  return answer.json<{
    name: string;
    resultData: { fileID: string; url: string; width?: number; height?: number; contentType: string } | null;
  }>();
}

test("a picture to be sent is rotated and stripped of camera data", async () => {
  const taken = await sharp({ create: { width: 60, height: 20, channels: 3, background: "#aa3322" } })
    .jpeg()
    .withExif({ IFD0: { Copyright: "secret place" } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const { resultData } = await upload(taken, "IMG_1.JPG");
  expect(resultData).toMatchObject({ width: 20, height: 60, contentType: "image/jpeg" });
  const kept = await server.app.inject({ method: "GET", url: resultData?.url ?? "" });
  expect((await sharp(kept.rawPayload).metadata()).exif).toBeUndefined();
});

test("a file is sent only by its uploader, uploaded to the provider once, and refused under a wrong kind", async () => {
  await receive(base, channel, [inboundText()]);
  const [conversation] = await conversationRows(base, channel);
  const leadId = LeadId.parse(conversation?.lead_id);
  const conversationId = conversation?.conversation_id;
  if (!conversationId) throw new Error("There is no conversation");
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#000" } })
    .png()
    .toBuffer();
  const { resultData } = await upload(picture, "課表.png");
  const fileID = resultData?.fileID;
  const send = (body: object, as = token) =>
    callApi<MessageRow>(server.app, "POST /api_chat/Chat/SendMessage", { token: as, body: { leadId, ...body } });
  expect((await send({ type: "video", fileID })).body).toMatchObject({ name: "WRONG_FILE_FORMAT" });
  const { token: another } = await signInAs(base.db, organization, { role: "owner" });
  expect((await send({ type: "image", fileID }, another)).status).toBe(422);
  const sent = await send({ type: "image", fileID, content: "新課表" });
  expect(sent.body.resultData?.file).toMatchObject({ width: 8, height: 8, name: "課表.png" });

  let uploads = 0;
  provider.uploadMedia = async () => {
    uploads += 1;
    if (uploads === 1) throw gone({ class: "retryable", reason: "providerUnavailable" });
    return { mediaId: "given" };
  };
  await deliverNextMessage(inbox, organization.scope, conversationId);
  await base.owner.query(`update message set next_attempt_at = null where conversation_id = $1`, [conversationId]);
  while ((await deliverNextMessage(inbox, organization.scope, conversationId)) === "more");
  expect(provider.sent.map((one) => one.content)).toEqual([
    { kind: "image", mediaId: "given", caption: "新課表", fileName: "課表.png" },
  ]);
  expect(await settleAbandoned(base.db)).toBe(0);
});

test("a lost file finally fails its message and does not block later ones", async () => {
  await receive(base, channel, [inboundText()]);
  const [conversation] = await conversationRows(base, channel);
  const leadId = LeadId.parse(conversation?.lead_id);
  const conversationId = ConversationId.parse(conversation?.conversation_id);
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#000" } })
    .png()
    .toBuffer();
  const { resultData } = await upload(picture, "課表.png");
  const send = (body: object) =>
    callApi(server.app, "POST /api_chat/Chat/SendMessage", { token, body: { leadId, ...body } });
  await send({ type: "image", fileID: resultData?.fileID });
  await send({ content: "看看課表" });
  await base.platform.files.remove(`${organization.organizationId}/${resultData?.fileID}`);
  provider.uploadMedia = async (_access, { path }) => ({ mediaId: String((await readFile(path)).length) });
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    while ((await deliverNextMessage(inbox, organization.scope, conversationId)) === "more");
    await base.owner.query("update message set next_attempt_at = null where conversation_id = $1", [conversationId]);
  }
  const [, lost, next] = await messageRowsOf(base, conversationId);
  expect(lost).toMatchObject({ state: "failed", error_reason: "mediaGone", attempts: 6 });
  expect(next?.state).toBe("accepted");
});

test("invalid pictures, and one that claims a billion pixels, are refused", async () => {
  expect((await upload(Buffer.from("MZ not a file of ours \0\0"), "a.png")).name).toBe("WRONG_FILE_FORMAT");
  expect((await upload(pngOf(40_000, 40_000), "b.png")).name).toBe("CHAT_IMAGE_SELECT_FAILED");
});

/** A PNG whose header claims a size; its data are not there. */
function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    return Buffer.concat([size, body, createHash("md5").update(body).digest().subarray(0, 4)]);
  };
  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([mark, chunk("IHDR", header), chunk("IDAT", Buffer.alloc(16)), chunk("IEND", Buffer.alloc(0))]);
}
