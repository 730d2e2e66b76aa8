import { assistant } from "@homeroom/contract/assistant";
import { chat, type MessageRow } from "@homeroom/contract/chat";
import { chatComposer } from "@homeroom/contract/chat-composer";
import { chatHolding } from "@homeroom/contract/chat-holding";
import type { ConversationId } from "@homeroom/contract/ids";
import { type SocketEvent, socketPath } from "@homeroom/contract/sockets";
import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, callerOf, signIn } from "../harness/caller.ts";
import { linePhone } from "../harness/line-phone.ts";
import { phonesOf } from "../harness/phone.ts";
import { type AddedServer, type Product, startProduct } from "../harness/product.ts";
import { outcomeOf, sendCall } from "../harness/send-call.ts";
import { until } from "../harness/until.ts";
import { seededRandom } from "./seeded-random.ts";
import { beginTalks, type TestConversation, wholeTalk } from "./traffic.ts";

const seed = Number(process.env["KILL_SEED"] ?? Date.now() % 1_000_000);

let product: Product;
let second: AddedServer;
/** At the first process, and a colleague at the second one. */
let staff: Caller;
let colleague: Caller;
let talks: TestConversation[];
let socket: Socket;
const heard: { event: string; conversationId: string }[] = [];

beforeAll(async () => {
  product = await startProduct({ env: { RATE_LIMITS: "off" } });
  second = await product.addServer();
  await second.start();
  staff = await signIn(product.url, "owner@demo.homeroom.test");
  colleague = await signIn(second.url, "admin@demo.homeroom.test");
  talks = await beginTalks(product, staff, { count: 5, behaviours: [] });
  socket = io(product.url, { path: socketPath, auth: { accessToken: staff.token }, transports: ["websocket"] });
  for (const event of ["conversation.changed", "presence.changed"] satisfies SocketEvent[])
    socket.on(event, (told: { conversationId: string }) => heard.push({ event, conversationId: told.conversationId }));
  await until("the socket", async () => socket.connected);
});
afterAll(async () => {
  socket?.close();
  await product?.stop();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const soon = (ms: number) => new Date(Date.now() + ms).toISOString();
const conversationNamed = (keywords: string) =>
  until(`the conversation of ${keywords}`, async () => {
    const { list } = await staff.call(chat.conversationList, { keywords });
    return list[0];
  });

/** Our messages of a talk, as staff see them. */
async function ours(of: { conversationId: ConversationId }): Promise<MessageRow[]> {
  return (await wholeTalk(staff, of as TestConversation)).filter(
    ({ direction, kind }) => direction === "out" && kind === "text",
  );
}

async function arrived({ phone }: Pick<TestConversation, "phone">): Promise<string[]> {
  const messages = await phonesOf(product.sandbox.url).chat(phone);
  return messages.filter(({ from }) => from === "business").map(({ body }) => body.body ?? "");
}

async function hears(event: SocketEvent, conversationId: string, since: number): Promise<void> {
  await until(`${event} to be told`, async () =>
    heard.slice(since).some((one) => one.event === event && one.conversationId === conversationId),
  );
}

test(`holders and viewers of a killed process are known to the other, can continue there, and expire in time (seed ${seed})`, async () => {
  const [held, kept] = talks as [TestConversation, TestConversation];
  const atFirst = callerOf(product.url, colleague.token);
  let since = heard.length;
  for (const { leadId } of [held, kept]) await colleague.call(chat.sendMessage, { leadId, content: "由我回覆" });
  for (const { conversationId } of [held, kept])
    await colleague.call(chatHolding.recordPresence, { conversationId, doing: "typing" });
  await hears("presence.changed", held.conversationId, since);
  // A message that a killed process was just sending would stay unsure.
  for (const talk of [held, kept])
    await until("what was sent to arrive", async () => (await arrived(talk)).length === 1);
  await second.kill();

  // The survivor knows who holds and who views the conversation, and until when at most.
  const { conversationId, leadId } = held;
  const refusal = await staff.refusal(chat.sendMessage, { leadId, content: "我也想回" });
  expect(refusal.name).toBe("CHAT_TAKEN_BY_OTHER");
  expect(refusal.details["accountID"]).toBe(colleague.accountID);
  const { viewers } = await staff.call(chatHolding.viewers, { conversationId });
  expect(viewers.map(({ accountID }) => accountID)).toEqual([colleague.accountID]);
  expect(viewers[0]?.viewingFor).toBeLessThanOrEqual(40);
  expect(viewers[0]?.typingFor).toBeLessThanOrEqual(6);

  // Their browser connects to the other process, where they still hold the conversation.
  await atFirst.call(chatHolding.recordPresence, { conversationId: kept.conversationId, doing: "viewing" });
  await atFirst.call(chat.sendMessage, { leadId: kept.leadId, content: "還是我" });
  expect((await staff.call(chat.conversationInfo, kept)).holder?.accountID).toBe(colleague.accountID);

  // A takeover is announced; a release and the end of a session free the conversation.
  since = heard.length;
  await staff.call(chatHolding.takeOver, { conversationId });
  await hears("conversation.changed", conversationId, since);
  expect((await staff.call(chat.conversationInfo, { conversationId })).holder?.accountID).toBe(staff.accountID);
  await staff.call(chat.sendMessage, { leadId, content: "換我回覆" });

  await until("typing to fade", async () => {
    const now = await staff.call(chatHolding.viewers, { conversationId });
    return now.viewers.every(({ typingFor }) => typingFor === 0);
  });
  await second.start();
  since = heard.length;
  for (const doing of ["viewing", "left"] as const)
    await colleague.call(chatHolding.recordPresence, { conversationId, doing });
  await hears("presence.changed", conversationId, since);
  expect((await staff.call(chatHolding.viewers, { conversationId })).viewers).toEqual([]);
  for (const talk of [held, kept])
    await until("both to arrive, each once", async () => (await arrived(talk)).length === 2);
  expect(await arrived(held)).toEqual(["由我回覆", "換我回覆"]);
  expect(await arrived(kept)).toEqual(["由我回覆", "還是我"]);
});

test(`work that was pending in a killed process is done once: scheduled messages, undo windows, LINE, the assistant (seed ${seed})`, async () => {
  const random = seededRandom(seed);
  const [, , undone, scheduled, other] = talks as [
    TestConversation,
    TestConversation,
    TestConversation,
    TestConversation,
    TestConversation,
  ];
  const line = await linePhone(product.sandbox.url, `阿靜${seed}`);
  await line.follow();
  await line.write("line-in-0");
  const lineTalk = await conversationNamed(line.name);
  const [agent] = await staff.call(assistant.list, {});
  if (!agent) throw new Error("The demo has no agent");
  await staff.call(assistant.setStatus, { recordID: agent.recordID, status: 1 });

  // Pending at both: undo windows, scheduled messages about to be due, a customer who waits for the assistant.
  const atSecond = { ...callerOf(second.url, staff.token), accountID: staff.accountID };
  const takeBack = await atSecond.call(chat.sendMessage, { leadId: undone.leadId, content: "收回", undoSeconds: 10 });
  await atSecond.call(chat.sendMessage, { leadId: undone.leadId, content: "不收回", undoSeconds: 4 });
  for (const [index, caller] of [staff, atSecond, staff].entries())
    await caller.call(chatComposer.schedule, {
      leadId: scheduled.leadId,
      content: `排程 ${index}`,
      sendAt: soon(3_000),
    });
  const questions = ["請問數學班怎麼收費？", "可以再說一次數學班怎麼收費嗎？"];
  const asking = await newCustomer(questions[0] ?? "");

  await pause(random() * 1_500);
  await second.kill();
  await line.write("line-in-1");
  // On a slow machine the ten seconds may be over: then it is refused, and the message arrives.
  const undo = outcomeOf(await sendCall(product.url, chatComposer.undoSend, takeBack, { token: staff.token }));
  expect(["200", "409 MESSAGE_UNDO_TOO_LATE"]).toContain(undo);
  const isTakenBack = undo === "200";
  for (const text of ["line-out-0", "line-out-1"])
    await staff.call(chat.sendMessage, { leadId: lineTalk.leadId, content: text });
  await second.start();

  await pause(random() * 2_500);
  await product.kill();
  await line.write("line-in-2");
  await phonesOf(product.sandbox.url).write(asking.phone, questions[1] ?? "");
  await atSecond.call(chat.sendMessage, { leadId: lineTalk.leadId, content: "line-out-2" });
  await atSecond.call(chat.sendMessage, { leadId: other.leadId, content: "另一位照樣收到" });
  await product.start();

  await until(
    "everything that was pending to arrive",
    async () => {
      const [first, back, mine] = await Promise.all([arrived(scheduled), arrived(undone), arrived(other)]);
      return first.length >= 3 && back.length >= (isTakenBack ? 1 : 2) && mine.length > 0;
    },
    { everyMs: 250 },
  );
  await until("LINE to be heard", async () => (await texts(lineTalk, "in")).includes("line-in-2"));
  await until(
    "the assistant to answer",
    async () => answersEverything(await wholeTalk(staff, asking as TestConversation)),
    {
      everyMs: 250,
    },
  );
  // A duplicate would appear soon after.
  await pause(1_500);

  expect((await arrived(scheduled)).toSorted()).toEqual(["排程 0", "排程 1", "排程 2"]);
  expect((await arrived(undone)).toSorted()).toEqual(isTakenBack ? ["不收回"] : ["不收回", "收回"]);
  expect((await ours(undone)).map(({ state }) => state)).not.toContain("failed");
  expect(await texts(lineTalk, "in")).toEqual(["line-in-0", "line-in-1", "line-in-2"]);
  expectOnLine(
    await ours(lineTalk),
    (await line.chat()).filter(({ from }) => from === "account"),
  );

  const talk = (await wholeTalk(staff, asking as TestConversation)).filter(({ kind }) => kind === "text");
  expect(talk.filter(({ direction }) => direction === "in").map(({ text }) => text)).toEqual(questions);
  expect(answersTwice(talk)).toBe(false);
  const said = talk.filter(({ direction, state }) => direction === "out" && state !== "unsure");
  expect(await arrived(asking)).toEqual(said.map(({ text }) => text));
});

/** A person who writes for the first time, and is answered by the assistant. */
async function newCustomer(words: string): Promise<Pick<TestConversation, "phone" | "conversationId">> {
  const phone = "886913000001";
  const phones = phonesOf(product.sandbox.url);
  await phones.add({ name: "問課媽媽", phone });
  await phones.write(phone, words);
  const { conversationId } = await conversationNamed("913000001");
  return { phone, conversationId };
}

async function texts(of: { conversationId: ConversationId }, direction: "in" | "out"): Promise<string[]> {
  const rows = await wholeTalk(staff, of as TestConversation);
  return rows.filter((row) => row.direction === direction && row.kind === "text").map(({ text }) => text);
}

/** The assistant's answers to the questions of this test, without its greeting. */
const isAnswer = ({ direction, text }: MessageRow) => direction === "out" && text.includes("4,200");

/** The last message is an answer, and has been handed over. */
function answersEverything(rows: readonly MessageRow[]): boolean {
  const last = rows.findLast(({ kind }) => kind === "text");
  return last !== undefined && isAnswer(last) && ["accepted", "sent", "delivered", "read"].includes(last.state);
}

/** Two answers without a message of the customer between them. */
function answersTwice(rows: readonly MessageRow[]): boolean {
  const turns = rows.filter((row) => row.direction === "in" || isAnswer(row));
  return turns.some(
    (row, index) => isAnswer(row) && turns[index + 1] !== undefined && isAnswer(turns[index + 1] as MessageRow),
  );
}

/** LINE reports nothing about a message afterwards: each one that is not unsure has arrived once, in order. */
function expectOnLine(sent: readonly MessageRow[], phone: readonly { text: string }[]): void {
  const said = sent.filter(({ author }) => author === "staff");
  expect(said.map(({ text }) => text)).toEqual(["line-out-0", "line-out-1", "line-out-2"]);
  const got = phone.map(({ text }) => text).filter((text) => text.startsWith("line-out"));
  expect(new Set(got).size).toBe(got.length);
  expect(got).toEqual(got.toSorted());
  for (const { text, state } of said) if (state !== "unsure") expect(got, `${text} is ${state}`).toContain(text);
}
