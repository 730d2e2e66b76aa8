import type { AnswerRow, DashboardFigures } from "@homeroom/contract/dashboard";
import type { Hours } from "@homeroom/contract/hours";
import { MessageId } from "@homeroom/contract/ids";
import fc from "fast-check";
import { v7 } from "uuid";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { buildAccount, signInAs } from "#modules/accounts/for-tests";
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
import { buildOrganization } from "#modules/organizations/for-tests";
import { buildSession, callApi, prepareServer } from "#modules/sign-in/for-tests";
import type { Actor } from "#platform/auth/actor";
import { prepareDatabase, prepareOnce } from "#platform/db/for-tests";
import { foldFigures } from "./actions/fold-figures.ts";
import { dashboardModule } from "./public.ts";

const base = prepareDatabase();
const place = prepareOnce(() => buildOrganization(base.db));
let channel: TestChannel;
let owner: string;
let colleague: Actor;

const server = prepareServer(base, (platform) => [dashboardModule(platform)]);
beforeAll(async () => {
  channel = await buildChannel(base, place);
  colleague = buildActor(place);
  owner = (await signInAs(base.db, place, { role: "owner" })).token;
});
beforeEach(() => base.owner.query("delete from conversation"));

const call = async <Result>(name: string, body: object, token = owner) =>
  (await callApi<Result>(server.app, `POST /api_users/Dashboard/${name}`, { token, body })).body.resultData as Result;
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

test("a withdrawn answer does not end the wait; the next one does", async () => {
  await asks(20);
  const wrong = await reply({ undoSeconds: 5 });
  expect((await figures()).reply.answers).toBe(1);
  await undoSend(base.db, colleague, wrong.message_id);
  expect((await figures()).reply.answers).toBe(0);
  await reply();
  expect((await answers()).list.map(({ minutes }) => minutes)).toEqual([20]);
});

const everyDay = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: "00:00", to: "24:00" }));
async function openAt(hours: object[]): Promise<void> {
  await base.owner.query("delete from chat_setting");
  await base.owner.query(
    "insert into chat_setting (organization_id, setting_id, branch_id, office_hours) values ($1, $2, $3, $4)",
    [place.organizationId, v7(), place.branchIds[0], JSON.stringify(hours)],
  );
}

test("only the part of a wait within office hours counts, and changing them does not change earlier answers", async () => {
  await asks(50);
  await reply();
  expect(await figures()).toMatchObject({ officeReply: null, compareOfficeReply: null });
  await openAt(everyDay);
  await asks(40);
  await reply();
  // Open on one day only, four days from the wait: closed all the while.
  const { rows } = await base.owner.query<{ day: number }>(
    "select extract(isodow from now() - interval '4 days')::int as day",
  );
  await openAt([{ day: rows[0]?.day, from: "09:00", to: "18:00" }]);
  await asks(30);
  await reply();
  const { list } = await answers();
  expect(list.map(({ minutes, officeMinutes }) => [minutes, officeMinutes])).toEqual([
    [30, 0],
    [40, 40],
    [50, 50],
  ]);
  const { reply: all, officeReply } = await figures();
  expect(all).toMatchObject({ answers: 3, quick: 0 });
  expect(officeReply).toMatchObject({ answers: 3, quick: 1 });
  expect((await answers({ quick: true })).total).toBe(0);
  expect((await answers({ quick: true, inOfficeHours: true })).total).toBe(1);
  expect((await answers({ quick: false, inOfficeHours: true })).total).toBe(2);
  await foldFigures(base.db);
  expect((await figures()).officeReply).toEqual(officeReply);
  await base.owner.query("delete from chat_setting");
});

test("minutes in office hours equal those counted one by one, in the branch's zone", async () => {
  const zone = "Asia/Hong_Kong";
  await base.owner.query("update branch set time_zone = $1 where branch_id = $2", [zone, place.branchIds[0]]);
  // Hong Kong has had no summer time since 1979: eight hours from UTC.
  const isOpenAt = (hours: readonly Hours[], minute: number) => {
    const there = new Date((minute + 480) * 60_000);
    const clock = there.toISOString().slice(11, 16);
    return hours.some(({ day, from, to }) => day === (there.getUTCDay() || 7) && clock >= from && clock < to);
  };
  const half = (at: number) => `${String(Math.floor(at / 2)).padStart(2, "0")}:${at % 2 === 0 ? "00" : "30"}`;
  const day = fc
    .tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 0, max: 47 }), fc.integer({ min: 1, max: 48 }))
    .map(([number, from, length]) => ({ day: number, from: half(from), to: half(Math.min(48, from + length)) }));
  const week = fc.uniqueArray(day, { minLength: 1, maxLength: 7, selector: (one) => one.day });
  const start = Math.floor(Date.UTC(2026, 10, 1) / 60_000);
  await fc.assert(
    fc.asyncProperty(
      week,
      fc.integer({ min: start, max: start + 20_000 }),
      fc.integer({ min: 0, max: 15_000 }),
      async (hours, since, length) => {
        await openAt(hours);
        const { rows } = await base.owner.query<{ minutes: number }>(
          "select office_minutes($1, $2, to_timestamp($3::bigint * 60), to_timestamp($4::bigint * 60)) as minutes",
          [place.organizationId, place.branchIds[0], since, since + length],
        );
        const all = Array.from({ length }, (_, at) => isOpenAt(hours, since + at));
        expect(rows[0]?.minutes).toBe(all.filter(Boolean).length);
      },
    ),
    { numRuns: 40 },
  );
  await base.owner.query("delete from chat_setting");
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
