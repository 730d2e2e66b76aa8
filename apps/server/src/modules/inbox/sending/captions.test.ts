import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type FileId, MessageId, RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { expect, test } from "vitest";
import { storeFile } from "#modules/files/public";
import { prepareDatabase } from "#platform/db/for-tests";
import { prepareTalk } from "../for-tests.ts";
import { forwardMessages } from "./actions/forward-messages.ts";
import { editScheduled, scheduleMessage } from "./actions/schedule-message.ts";
import { sendMessage } from "./actions/send-message.ts";

const base = prepareDatabase();
const permissions = ["chat:message:query", "chat:message:all", "chat:message:send", "chat:message:forward"];
const talk = prepareTalk(base, { role: "owner", permissions });

async function uploaded(contentType: string): Promise<FileId> {
  const path = join(base.platform.settings.DATA_DIR, "incoming");
  await writeFile(path, "content");
  const given = { path, name: "file", contentType, size: 7, createdBy: talk.actor.accountId };
  return (await storeFile(base.platform, talk.organization.scope, given)).file_id;
}

type Type = "document" | "audio" | "text";

async function form(type: Type, content: string) {
  const contentType = type === "audio" ? "audio/ogg" : "application/pdf";
  return { leadId: talk.leadId, type, content, ...(type !== "text" && { fileID: await uploaded(contentType) }) };
}

const send = async (type: Type, content: string) =>
  sendMessage(base.db, talk.actor, { ...(await form(type, content)), messageId: MessageId.parse(v7()) });
const sendAt = () => new Date(Date.now() + 30 * 60_000).toISOString();
const schedule = async (type: Type, content: string) =>
  scheduleMessage(base.db, talk.actor, { ...(await form(type, content)), sendAt: sendAt() });
const becomes = (kind: "line" | "whatsapp") =>
  base.owner.query("update channel set kind = $2 where organization_id = $1", [talk.organization.organizationId, kind]);

const [fitting, tooLong] = ["a".repeat(1024), "a".repeat(1025)];

test.each([
  ["sent", send],
  ["scheduled", schedule],
])("words that WhatsApp does not take with a file are not %s", async (_name, put) => {
  expect(await put("document", fitting)).toMatchObject({ text: fitting });
  expect(await put("text", tooLong)).toMatchObject({ text: tooLong });
  await expect(put("document", tooLong)).rejects.toMatchObject({ code: "CHAT_CAPTION_TOO_LONG" });
  await expect(put("audio", "a")).rejects.toMatchObject({ code: "CHAT_CAPTION_TOO_LONG" });
});

test("on LINE a caption is a separate message", async () => {
  await becomes("line");
  expect(await send("document", tooLong)).toMatchObject({ text: tooLong });
  expect(await send("audio", "a")).toMatchObject({ text: "a" });
});

test("a scheduled file's caption cannot become too long later", async () => {
  const row = await schedule("document", fitting);
  const change = { scheduledId: RecordId.parse(row.scheduled_id), version: row.version, sendAt: sendAt() };
  const edit = editScheduled(base.db, talk.actor, { ...change, content: tooLong });
  await expect(edit).rejects.toMatchObject({ code: "CHAT_CAPTION_TOO_LONG" });
});

test("a LINE text that is too long for WhatsApp is not forwarded to it", async () => {
  await becomes("line");
  const { message_id: said } = await send("document", tooLong);
  await becomes("whatsapp");
  const forwarded = await forwardMessages(base.platform, talk.actor, { messageIds: [said], leadIds: [talk.leadId] });
  expect(forwarded).toMatchObject([{ sent: 0, refusal: "CHAT_CAPTION_TOO_LONG" }]);
});
