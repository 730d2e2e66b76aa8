import type { AnswerRow, DashboardFigures } from "@homeroom/contract/dashboard";
import { MessageId } from "@homeroom/contract/ids";
import type { FastifyInstance } from "fastify";
import { v7 } from "uuid";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import {
  buildActor,
  buildChannel,
  conversationRows,
  inboundText,
  receive,
  sendMessage,
  type TestChannel,
  undoSend,
} from "#modules/inbox/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { buildSession, callApi, serveModules } from "#modules/sign-in/for-tests";
import type { Actor } from "#platform/auth/actor";
import { createTestDatabase, type TestDatabase } from "#platform/db/for-tests";
import { dashboardModule } from "./public.ts";

let base: TestDatabase;
let place: TestOrganization;
let app: FastifyInstance;
let channel: TestChannel;
let owner: string;
let colleague: Actor;

beforeAll(async () => {
  base = await createTestDatabase();
  place = await buildOrganization(base.db);
  app = await serveModules(base.platform, [dashboardModule(base.platform)]);
  channel = await buildChannel(base, place);
  colleague = buildActor(place);
  owner = await buildSession(base.db, place, await buildAccount(base.db, place, { role: "owner" }));
});
beforeEach(() => base.owner.query("delete from conversation"));
afterAll(async () => {
  await app.close();
  await base.close();
});

const call = async <Result>(name: string, body: object, token = owner) =>
  (await callApi<Result>(app, `POST /api_users/Dashboard/${name}`, { token, body })).body.resultData as Result;
const figures = (body: object = {}, token = owner) => call<DashboardFigures>("DashboardInfo", body, token);
const answers = (body: object = {}, token = owner) =>
  call<{ total: number; list: AnswerRow[] }>("AnswerList", { start: "2020-01-01", end: "2099-01-01", ...body }, token);

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const customer = { phone: "85261230001", name: "李太" };
const asks = (minutes: number, from = customer) =>
  receive(base, channel, [inboundText({ from, sentAt: minutesAgo(minutes) })]);

async function reply({ actor = colleague, undoSeconds = 0 } = {}) {
  const [row] = await conversationRows(base, channel);
  if (!row) throw new Error("Nobody has written");
  const messageId = MessageId.parse(v7());
  return sendMessage(base.db, actor, { leadId: row.lead_id, messageId, type: "text", content: "有的", undoSeconds });
}

test("reply time counts from the first message without an answer to the first answer of a person", async () => {
  await asks(40);
  await asks(30);
  await reply();
  await reply();
  expect((await answers()).list.map(({ minutes }) => minutes)).toEqual([40]);
  await asks(5);
  await reply();
  expect((await answers()).list.map(({ minutes }) => minutes)).toEqual([5, 40]);
  const { reply: found } = await figures();
  expect(found).toMatchObject({ answers: 2, quick: 1 });
  expect((await answers({ quick: true })).total).toBe(1);
  expect((await answers({ quick: false })).total).toBe(1);
});

test("an answer that was taken back has not ended the wait; the next one does", async () => {
  await asks(20);
  const wrong = await reply({ undoSeconds: 5 });
  expect((await figures()).reply.answers).toBe(1);
  await undoSend(base.db, colleague, wrong.message_id);
  expect((await figures()).reply.answers).toBe(0);
  await reply();
  expect((await answers()).list.map(({ minutes }) => minutes)).toEqual([20]);
});

test("people without the whole centre's figures see their own answers", async () => {
  const one = await buildAccount(base.db, place, { role: "sales" });
  const other = await buildAccount(base.db, place, { role: "sales" });
  const token = await buildSession(base.db, place, one);
  await asks(10);
  await reply({ actor: buildActor(place, { accountId: other.accountId }) });
  expect((await answers({}, token)).list).toEqual([]);
  await base.owner.query("delete from conversation_hold");
  await asks(3);
  await reply({ actor: buildActor(place, { accountId: one.accountId }) });
  const mine = await answers({}, token);
  expect(mine.list.map(({ minutes, answeredBy }) => [minutes, answeredBy?.accountID])).toEqual([[3, one.accountId]]);
  expect((await figures({}, token)).reply.answers).toBe(1);
  expect((await figures()).reply.answers).toBeGreaterThanOrEqual(2);
  expect((await answers({ salesID: other.accountId })).list.map(({ minutes }) => minutes)).toEqual([10]);
});
