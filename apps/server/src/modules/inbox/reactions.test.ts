import { AccountId, BranchId, ConversationId, LeadId, MessageId, OrganizationId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { expect, test } from "vitest";
import { conversationChanged, messageChanged, messageQueued } from "./events.ts";
import { inboxReactions } from "./reactions.ts";

const meta = { organizationId: OrganizationId.parse(v7()), aggregateId: v7(), traceId: "" };
const audience = () => ({ branchId: BranchId.parse(v7()), salesId: AccountId.parse(v7()), tutorId: null });
const conversation = { conversationId: ConversationId.parse(v7()), leadId: LeadId.parse(v7()), version: 7 };

function reactionsTo(name: string) {
  return inboxReactions.filter((one) => one.event.name === name);
}

test("a message notifies the people with access to its conversation, and nobody else", () => {
  const who = audience();
  const payload = { ...conversation, ...who, messageId: MessageId.parse(v7()), inbound: true };
  const told = reactionsTo(messageChanged.name).flatMap((one) => one.sockets?.(payload, meta) ?? []);
  expect(told.map((message) => message.event)).toEqual(["message.changed", "conversation.changed"]);
  for (const { rooms } of told) {
    expect(rooms).toEqual([
      `organization:${meta.organizationId}:chat:all`,
      `organization:${meta.organizationId}:chat:branch:${who.branchId}`,
      `organization:${meta.organizationId}:chat:own:${who.branchId}:${who.salesId}`,
    ]);
  }
});

test("a socket that connects later is notified of the conversation, and not of the message, which rings", () => {
  const payload = { ...conversation, ...audience(), messageId: MessageId.parse(v7()), inbound: true };
  const late = reactionsTo(messageChanged.name).filter((one) => one.late);
  const told = late.flatMap((one) => one.sockets?.(payload, meta) ?? []);
  expect(told.map((message) => message.event)).toEqual(["conversation.changed"]);
});

test("sockets and events contain no content", () => {
  const payload = { ...conversation, ...audience(), messageId: MessageId.parse(v7()), inbound: false };
  const told = reactionsTo(messageChanged.name).flatMap((one) => one.sockets?.(payload, meta) ?? []);
  const keys = told.flatMap((message) => Object.keys(message.payload));
  expect([...new Set(keys)].sort()).toEqual(["conversationId", "holders", "inbound", "leadId", "messageId", "version"]);
});

test("a conversation that changes owner notifies the previous people too, once each", () => {
  const [who, before] = [audience(), audience()];
  const payload = { ...conversation, ...who, before: { ...before, branchId: who.branchId } };
  const [told] = reactionsTo(conversationChanged.name).flatMap((one) => one.sockets?.(payload, meta) ?? []);
  expect(new Set(told?.rooms).size).toBe(told?.rooms.length);
  expect(told?.rooms).toContain(`organization:${meta.organizationId}:chat:own:${who.branchId}:${who.salesId}`);
  expect(told?.rooms).toContain(`organization:${meta.organizationId}:chat:own:${who.branchId}:${before.salesId}`);
});

test("a postponed message is not delivered before its time", () => {
  const notBefore = new Date(Date.now() + 60_000).toISOString();
  const payload = { conversationId: conversation.conversationId, notBefore };
  const [job] = reactionsTo(messageQueued.name).flatMap((one) => one.jobs?.(payload, meta) ?? []);
  expect(job?.job.name).toBe("deliver-conversation");
  expect(job?.startAfter).toEqual(new Date(notBefore));
});
