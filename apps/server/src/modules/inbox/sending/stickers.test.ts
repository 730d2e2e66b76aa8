import { MessageId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { expect, test } from "vitest";
import { prepareDatabase } from "#platform/db/for-tests";
import { prepareTalk } from "../for-tests.ts";
import { sendMessage } from "./actions/send-message.ts";

const base = prepareDatabase();
const permissions = ["chat:message:query", "chat:message:all", "chat:message:send"];
const talk = prepareTalk(base, { role: "owner", permissions, kind: "line" });

const becomeLine = () =>
  base.owner.query("update channel set kind = 'line' where organization_id = $1", [talk.organization.organizationId]);
const sticker = { packageId: "11537", stickerId: "52002735" } as const;
const form = () => ({
  leadId: talk.leadId,
  messageId: MessageId.parse(v7()),
  type: "sticker" as const,
  content: "",
  sticker,
});

test("a sticker is sent to a LINE customer once, in the provider's format", async () => {
  await becomeLine();
  const one = form();
  const message = await sendMessage(base.db, talk.actor, one);
  await sendMessage(base.db, talk.actor, one);
  expect(message).toMatchObject({ kind: "sticker", text: "", details: sticker, file_id: null });
  await talk.deliver();
  expect(talk.provider.sent.map(({ content }) => content)).toEqual([{ kind: "sticker", mediaId: "11537/52002735" }]);
});

test("on WhatsApp, and without an id, a sticker is refused", async () => {
  await expect(sendMessage(base.db, talk.actor, form())).rejects.toMatchObject({ code: "CHAT_STICKER_ONLY_LINE" });
  await becomeLine();
  const nothing = sendMessage(base.db, talk.actor, { ...form(), sticker: undefined });
  await expect(nothing).rejects.toMatchObject({ code: "FIELD_INVALID" });
});

test("to a customer who blocked us, a sticker is refused like a text", async () => {
  await becomeLine();
  await base.owner.query("update channel_contact set blocked_at = now() where organization_id = $1", [
    talk.organization.organizationId,
  ]);
  await expect(sendMessage(base.db, talk.actor, form())).rejects.toMatchObject({ code: "CHAT_CUSTOMER_BLOCKED" });
});
