import { chat, type MessageRow } from "@homeroom/contract/chat";
import { type ConversationId, type LeadId, MessageId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import type { Caller } from "../harness/caller.ts";
import { phonesOf } from "../harness/phone.ts";
import type { Product } from "../harness/product.ts";
import { outcomeOf, sendCall } from "../harness/send-call.ts";
import { until } from "../harness/until.ts";

/** A customer, and the messages of both sides. */
export interface TestConversation {
  phone: string;
  name: string;
  leadId: LeadId;
  conversationId: ConversationId;
  /** What the customer has written. */
  inbound: string[];
  /** Acknowledged messages of staff, in order. */
  outbound: { messageId: MessageId; text: string }[];
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Customers whose first message has become a conversation. `behaviours`: how the lines of the first ones misbehave. */
export async function beginTalks(product: Product, staff: Caller, given: { count: number; behaviours: string[] }) {
  const phones = phonesOf(product.sandbox.url);
  const talks: TestConversation[] = [];
  for (let index = 0; index < given.count; index += 1) {
    const [phone, name] = [`8869120${String(index).padStart(5, "0")}`, `客戶${index}`];
    const behaviour = given.behaviours[index];
    await phones.add({ name, phone, ...(behaviour && { behaviour }) });
    const first = `in-${index}-first`;
    await phones.write(phone, first);
    const { conversationId, leadId } = await until(`the conversation of ${name}`, async () => {
      const { list } = await staff.call(chat.conversationList, { keywords: phone.slice(3) });
      return list[0];
    });
    talks.push({ phone, name, leadId, conversationId, inbound: [first], outbound: [] });
  }
  return talks;
}

/** Customers write one message after another, over all talks, until the flow is stopped. */
export async function customersWrite(product: Product, talks: readonly TestConversation[], flow: Flow): Promise<void> {
  const phones = phonesOf(product.sandbox.url);
  for (let count = 0; !flow.stopped(); count += 1) {
    const talk = talks[Math.floor(flow.random() * talks.length)] as TestConversation;
    const text = `in-${count}`;
    await phones.write(talk.phone, text);
    talk.inbound.push(text);
    await pause(flow.random() * flow.pauseMs * 2);
  }
}

/**
 * WhatsApp lets one customer have 45 messages at once and one more every six seconds. Further messages would wait for
 * minutes.
 */
const quickAnswers = 40;
const slowPauseMs = 7000;

/**
 * Staff answer in one talk until the flow is stopped: each message is retried with the same id until it is acknowledged,
 * then comes the next. They answer at the pace of `flow` until the customer can receive no more at once.
 */
export async function staffAnswer(product: Product, staff: Caller, talk: TestConversation, flow: Flow): Promise<void> {
  for (let count = 0; !flow.stopped(); count += 1) {
    const messageId = MessageId.parse(v7());
    const text = `out-${talk.phone}-${count}`;
    await sendUntilTaken(product, staff, { leadId: talk.leadId, messageId, content: text });
    talk.outbound.push({ messageId, text });
    if (count < quickAnswers) await pause(flow.random() * flow.pauseMs * 2);
    else for (const due = Date.now() + slowPauseMs; Date.now() < due && !flow.stopped(); ) await pause(100);
  }
}

export interface Flow {
  random(): number;
  /** Mean pause between two messages. */
  pauseMs: number;
  stopped(): boolean;
}

type Send = { leadId: LeadId; messageId: MessageId; content: string };

async function sendUntilTaken(product: Product, staff: Caller, request: Send): Promise<void> {
  for (;;) {
    const outcome = await sendCall(product.url, chat.sendMessage, request, { token: staff.token })
      .then(outcomeOf)
      .catch(() => "no answer");
    if (outcome === "200") return;
    if (outcome !== "no answer" && !outcome.startsWith("5")) throw new Error(`A send was refused: ${outcome}`);
    await pause(30);
  }
}

/** Every message of a conversation as staff see them, oldest first. */
export async function wholeTalk(staff: Caller, { conversationId }: TestConversation): Promise<MessageRow[]> {
  const rows: MessageRow[] = [];
  for (;;) {
    const before = rows[0]?.messageId;
    const page = await staff.call(chat.messageList, { conversationId, pageSize: 100, ...(before && { before }) });
    rows.unshift(...page.list);
    if (!page.hasMore) return rows;
  }
}
