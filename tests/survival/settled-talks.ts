import type { MessageRow } from "@homeroom/contract/chat";
import { expect } from "vitest";
import type { Caller } from "../harness/caller.ts";
import { type PhoneMessage, phonesOf } from "../harness/phone.ts";
import type { Product } from "../harness/product.ts";
import { until } from "../harness/until.ts";
import { type TestConversation, wholeTalk } from "./traffic.ts";

/** Waits until every webhook is delivered and every message of ours has a state that staff see; the sweep takes a minute. */
export async function settled(product: Product, staff: Caller, talks: readonly TestConversation[]): Promise<void> {
  const phones = phonesOf(product.sandbox.url);
  const left = new Map<TestConversation, string>(talks.map((talk) => [talk, "not looked at"]));
  let waiting = 0;
  await until(
    "every message to come to an end",
    async () => {
      for (const talk of left.keys()) {
        const open = openMessages(talk, await wholeTalk(staff, talk), await phones.chat(talk.phone));
        if (open === "") left.delete(talk);
        else left.set(talk, open);
      }
      waiting = await phones.waiting();
      return left.size === 0 && waiting === 0;
    },
    {
      everyMs: 500,
      left: () => `${waiting} webhooks wait; ${[...left].map(([{ name }, open]) => `${name}: ${open}`).join("; ")}`,
    },
  );
}

/** What is still in progress in a talk: a message not sent yet, one that arrived but is still unsure, one not yet received. */
function openMessages(talk: TestConversation, rows: readonly MessageRow[], phone: readonly PhoneMessage[]): string {
  const arrived = new Set(phone.map(({ callbackData }) => callbackData));
  const open = rows.filter(
    ({ state, messageId }) =>
      state === "queued" || state === "sending" || (state === "unsure" && arrived.has(messageId)),
  );
  const missing = talk.inbound.length - rows.filter(({ direction }) => direction === "in").length;
  const said = open.map(({ text, state }) => `${text} ${state}`);
  return [...said, ...(missing > 0 ? [`${missing} inbound missing`] : [])].join(", ");
}

/** Each message of the customer is stored once. */
export function expectInboundOnce(talk: TestConversation, rows: readonly MessageRow[]): void {
  const inbound = rows.filter(({ direction }) => direction === "in").map(({ text }) => text);
  expect(inbound.toSorted(), `${talk.name} wrote`).toEqual(talk.inbound.toSorted());
}

/** Messages of staff are stored in order, and reached the phone at most once, or not at all only where staff see so. */
export function expectOutboundOnce(
  talk: TestConversation,
  rows: readonly MessageRow[],
  phone: readonly PhoneMessage[],
): MessageRow[] {
  const outbound = rows.filter(({ direction }) => direction === "out");
  const sent = talk.outbound.map(({ messageId }) => messageId);
  expect(
    outbound.map(({ messageId }) => messageId),
    `${talk.name} was sent`,
  ).toEqual(sent);

  const arrived = phone.filter(({ from }) => from === "business").map(({ callbackData = "" }) => callbackData);
  expect(new Set(arrived).size, `${talk.name} got something twice`).toBe(arrived.length);
  const reached = new Set(arrived);
  expect(arrived, `${talk.name} got them in another order`).toEqual(sent.filter((id) => reached.has(id)));
  for (const { messageId, state, text } of outbound) {
    const said = `${talk.name}: "${text}" is ${state}`;
    if (state === "unsure" || state === "failed") expect(reached.has(messageId), `${said}, but arrived`).toBe(false);
    else {
      expect(["accepted", "sent", "delivered", "read"], said).toContain(state);
      expect(reached.has(messageId), `${said}, but did not arrive`).toBe(true);
    }
  }
  return outbound;
}
