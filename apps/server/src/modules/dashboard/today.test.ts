import type { ResponseOf } from "@homeroom/contract/endpoint";
import type { AccountId } from "@homeroom/contract/ids";
import type { todayList } from "@homeroom/contract/today";
import type { FastifyInstance } from "fastify";
import { v7 } from "uuid";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { buildChannel, conversationRows, inboundText, receive, type TestChannel } from "#modules/inbox/for-tests";
import { buildLead, openLeadDesk } from "#modules/leads/for-tests";
import { callApi, serveModules } from "#modules/sign-in/for-tests";
import { prepareDesk } from "#platform/db/for-tests";
import { dashboardModule } from "./public.ts";

type Today = ResponseOf<typeof todayList.list>;

const desk = prepareDesk(openLeadDesk);
let app: FastifyInstance;
let channel: TestChannel;
let admin: string;
let sales: { accountId: AccountId; token: string };
let colleague: { accountId: AccountId };

beforeAll(async () => {
  app = await serveModules(desk.platform, [dashboardModule(desk.platform)]);
  channel = await buildChannel(desk, desk.organization);
  admin = (await desk.signIn({ role: "admin" })).token;
  sales = await desk.signIn({ role: "sales" });
  colleague = await desk.signIn({ role: "sales" });
});
beforeEach(async () => {
  await desk.owner.query("delete from conversation");
  await desk.owner.query("delete from lead");
});
afterAll(() => app.close());

async function today(token: string, body: object = {}): Promise<Today> {
  const answer = await callApi<Today>(app, "POST /api_users/Dashboard/TodayList", { token, body });
  if (!answer.body.success) throw new Error(answer.body.message);
  return answer.body.resultData;
}
const said = ({ list }: Today) => list.map(({ nickname, reason, also }) => [nickname, reason, ...also].join(" "));

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
/** A customer of `holder` who wrote some hours ago. */
async function customer(name: string, hours: number, holder: AccountId): Promise<void> {
  const phone = `8526${String(Math.floor(Math.random() * 10_000_000)).padStart(7, "0")}`;
  await receive(desk, channel, [inboundText({ from: { phone, name }, sentAt: hoursAgo(hours) })]);
  const ids = [holder, name];
  await desk.owner.query("update lead set sales_id = $1 where nickname = $2", ids);
  await desk.owner.query(
    "update conversation set sales_id = $1 where lead_id = (select lead_id from lead where nickname = $2)",
    ids,
  );
}
const lead = (given: object) => buildLead(desk.db, desk.organization, { sales_id: sales.accountId, ...given });

test("the list shows a person's own tasks, most urgent first; people who see all can see all", async () => {
  await customer("快結束", 22, sales.accountId);
  await customer("剛來", 1, sales.accountId);
  await customer("昨天", 30, sales.accountId);
  await customer("別人的", 5, colleague.accountId);
  const day = (ago: number) =>
    hoursAgo(ago * 24)
      .toISOString()
      .slice(0, 10);
  await lead({ nickname: "該聯絡", next_contact_date: day(2) });
  await lead({ nickname: "下週", next_contact_date: day(-7) });
  await lead({ nickname: "回頭", repeated_at: hoursAgo(3), last_contact_at: hoursAgo(900) });
  await lead({ nickname: "聯絡過", repeated_at: hoursAgo(3), last_contact_at: hoursAgo(1) });
  await lead({ nickname: "沒人", sales_id: null });
  await lead({ nickname: "沒人又該聯絡", sales_id: null, next_contact_date: day(1) });

  const mine = await today(sales.token);
  expect(said(mine)).toEqual([
    "快結束 closing",
    "昨天 waiting",
    "剛來 waiting",
    "該聯絡 due",
    "沒人又該聯絡 due unassigned",
    "回頭 repeat",
    "沒人 unassigned",
  ]);
  expect(mine).toMatchObject({ counts: { closing: 1, waiting: 3, due: 2, repeat: 1, unassigned: 2 } });
  expect(mine.seesOthers).toBe(false);
  expect(said(await today(sales.token, { whose: "everyone" }))).toEqual(said(mine));
  expect(said(await today(sales.token, { reason: "due" }))).toEqual(["該聯絡 due", "沒人又該聯絡 due"]);

  const all = await today(admin, { whose: "everyone" });
  expect(said(all)).toContain("別人的 waiting");
  expect(all.seesOthers).toBe(true);
  expect(said(await today(admin))).toEqual(["沒人又該聯絡 due unassigned", "沒人 unassigned"]);
});

test("a failed message is listed until something is sent after it, or the conversation is closed", async () => {
  await customer("收不到", 2, sales.accountId);
  const [row] = await conversationRows(desk, channel);
  const { organizationId } = desk.organization;
  const add = (position: number, state: string) =>
    desk.owner.query(
      `insert into message (organization_id, message_id, conversation_id, channel_id, contact_id, position, direction, kind,
         text, author, state, sent_at, version)
       select $1, $2, conversation_id, $3, contact_id, $4, 'out', 'text', '您好', 'staff', $5, now(), version
       from conversation where conversation_id = $6`,
      [organizationId, v7(), channel.channelId, position, state, row?.conversation_id],
    );
  await desk.owner.query("update conversation set last_direction = 'out', waiting_since = null");
  await add(101, "failed");
  const [item] = (await today(sales.token)).list;
  expect(item).toMatchObject({ reason: "failed", text: "您好", conversationId: row?.conversation_id });
  await desk.owner.query("update conversation set closed_at = now()");
  expect((await today(sales.token)).list).toEqual([]);
  await desk.owner.query("update conversation set closed_at = null");
  await add(102, "sent");
  expect((await today(sales.token)).list).toEqual([]);
});

test("a teacher, who has no conversations, sees the leads that are theirs", async () => {
  await customer("家長", 2, sales.accountId);
  const teacher = await desk.signIn({ role: "teacher" });
  await lead({
    nickname: "學生",
    tutor_id: teacher.accountId,
    next_contact_date: hoursAgo(24).toISOString().slice(0, 10),
  });
  expect(said(await today(teacher.token))).toEqual(["學生 due"]);
  expect((await callApi(app, "POST /api_users/Dashboard/TodayList", { body: {} })).status).toBe(401);
});
