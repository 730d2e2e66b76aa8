import { RecordId } from "@homeroom/contract/ids";
import type { FastifyInstance } from "fastify";
import { v7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signInAs } from "#modules/accounts/for-tests";
import { buildChannel, inboundText, receive } from "#modules/inbox/for-tests";
import { openRuleDesk } from "#modules/lead-rules/for-tests";
import { serveModules } from "#modules/sign-in/for-tests";
import { prepareDesk } from "#platform/db/for-tests";
import { type PageCalls, pageCalls, pageForm } from "../for-tests.ts";
import { landingPagesModule } from "../public.ts";
import { linkClicks } from "./actions/link-clicks.ts";

const desk = prepareDesk(openRuleDesk);
let app: FastifyInstance;
let pages: PageCalls;
let ofPages: RecordId;

beforeAll(async () => {
  app = await serveModules(desk.platform, [landingPagesModule(desk.platform)]);
  const { token } = await signInAs(desk.db, desk.organization, { role: "owner" });
  pages = pageCalls(app, () => token);
  ofPages = RecordId.parse(v7());
  await desk.owner.query(
    "insert into lead_channel (organization_id, lead_channel_id, name) values ($1, $2, 'Meta 廣告')",
    [desk.organization.organizationId, ofPages],
  );
});
afterAll(() => app.close());

const lead = async () => {
  const { rows } = await desk.owner.query<{ sales: string; channel: string; assignments: number }>(
    `select sales_id as sales, channel_id as channel,
       (select count(*)::int from lead_assignment one where one.lead_id = lead.lead_id) as assignments
     from lead order by created_at desc limit 1`,
  );
  return rows[0];
};

test("a person who writes through a page's button is assigned by the page's channel, at once and once", async () => {
  const [ofWhatsApp, ofPage] = await desk.sales(2);
  await desk.save({ sales: [{ accountID: ofWhatsApp }] });
  await desk.save({ channel: ofPages, sales: [{ accountID: ofPage }] });
  const button = { buttonAction: "whatsapp", areaCode: "+852", phone: "61234567", channelID: ofPages };
  const path = await pages.publish(await pages.add({ ...pageForm(desk.organization, "ruled"), ...button }));
  const press = () => app.inject({ url: `${path}/go`, headers: { "user-agent": "Mozilla/5.0 (iPhone)" } });
  const pressed = await press();
  const text = new URL(pressed.headers.location ?? "").searchParams.get("text") ?? "";
  const number = await buildChannel(desk, desk.organization);

  await receive(desk, number, [inboundText({ text: "想問課程 (ABCDEFGH)" })]);
  expect(await lead()).toEqual({ sales: ofWhatsApp, channel: desk.channelId, assignments: 1 });
  await receive(desk, number, [inboundText({ text })]);
  expect(await lead()).toEqual({ sales: ofPage, channel: ofPages, assignments: 1 });
  await linkClicks(desk.db, desk.organization.scope);
  expect(await lead()).toEqual({ sales: ofPage, channel: ofPages, assignments: 1 });
  expect(await pages.list()).toMatchObject([{ clickCount: 1, leadCount: 1 }]);

  // LINE said who pressed: no code is needed.
  await press();
  const account = { ...(await buildChannel(desk, desk.organization)), kind: "line" as const };
  await desk.owner.query("update channel set kind = 'line' where channel_id = $1", [account.channelId]);
  await desk.owner.query("update landing_click set line_user = 'U1', line_channel_id = $1 where lead_id is null", [
    account.channelId,
  ]);
  await receive(desk, account, [inboundText({ text: "你好", from: { userId: "U2", name: "李太" } })]);
  expect(await lead()).toMatchObject({ assignments: 1, channel: expect.not.stringMatching(ofPages) });
  await receive(desk, account, [inboundText({ text: "你好", from: { userId: "U1", name: "陳小姐" } })]);
  expect(await lead()).toEqual({ sales: ofPage, channel: ofPages, assignments: 1 });
});
