import type { RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { beforeEach, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { messageTemplatesModule } from "#modules/message-templates/public";
import { buildSession, callApi, prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { buildPlans, sendingOf, type TestPlans } from "./for-tests.ts";
import { workOnPlans } from "./jobs.ts";
import { broadcastPlansModule, templatesOfPlans } from "./public.ts";

const base = prepareDatabase();
const removed: string[] = [];
const reviewer = {
  list: async () => [],
  submit: async () => ({ id: "t1", status: "pending" as const, category: null }),
  revise: async () => undefined,
  remove: async (_channel: unknown, { id }: { id: string }) => void removed.push(id),
};
const server = prepareServer(base, (platform) => [
  broadcastPlansModule(platform, []),
  messageTemplatesModule(platform, reviewer, [templatesOfPlans]),
]);

let plans: TestPlans;
let templateID: RecordId;
let token: string;

beforeEach(async () => {
  removed.length = 0;
  plans = await buildPlans(base, server.app);
  ({ templateID } = plans.form());
  const { organization } = plans;
  await base.owner.query("update message_template set provider_id = 'at-whatsapp' where template_id = $1", [
    templateID,
  ]);
  const owner = await buildAccount(base.db, organization, { role: "owner" });
  token = await buildSession(base.db, organization, { ...owner, branchId: organization.branchIds[0] });
  await plans.leadWith("91234001");
});

const remove = () => callApi(server.app, `GET /api_chat/Template/DeleteTemplate?recordID=${templateID}`, { token });
const tomorrow = () => new Date(Date.now() + 24 * 3_600_000).toISOString();
const takeAway = () =>
  base.owner.query("update message_template set deleted_at = now() where template_id = $1", [templateID]);

test("a template used by a waiting or running plan cannot be removed, here or at WhatsApp", async () => {
  const later = await plans.add({ scheduleTime: tomorrow() });
  const inUse = { status: 409, body: { name: "SETTING_ITEM_IN_USE" } };
  expect(await remove()).toMatchObject(inUse);
  await plans.get("CancelPlan", later);
  await plans.add();
  await workOnPlans(sendingOf(base));
  expect(await remove()).toMatchObject(inUse);
  expect(removed).toEqual([]);
});

test("a template can be removed if its plans are drafts or finished", async () => {
  await plans.add({ draft: true });
  const later = await plans.add({ scheduleTime: tomorrow() });
  await plans.get("CancelPlan", later);
  expect((await remove()).status).toBe(200);
  expect(removed).toEqual(["at-whatsapp"]);
});

test("a running plan pauses when its template is deleted", async () => {
  const planId = await plans.add();
  await workOnPlans(sendingOf(base));
  await takeAway();
  await workOnPlans(sendingOf(base));
  expect(await plans.info(planId)).toMatchObject({ state: "running", pauseReason: "templateStopped" });
});

test("a plan whose template was deleted before the start fails with that reason", async () => {
  const planId = await plans.add();
  await takeAway();
  await workOnPlans(sendingOf(base));
  expect(await plans.info(planId)).toMatchObject({ state: "failed", problem: "CHAT_TEMPLATE_NOT_CONFIGURED" });
});

test("a plan with a deleted template cannot be resent", async () => {
  const recordID = await plans.add();
  await takeAway();
  await workOnPlans(sendingOf(base));
  const refused = await plans.post("ResendPlan", { recordID, part: "all" });
  expect(refused).toMatchObject({ status: 409, body: { name: "CHAT_TEMPLATE_NOT_CONFIGURED" } });
});

test("a mail plan whose template was deleted before the start fails with the same reason", async () => {
  const planId = await plans.add();
  const mail = v7();
  await base.owner.query(
    `insert into email_template (organization_id, template_id, name, content, deleted_at)
     values ($1, $2, '暑期通訊', '{}', now())`,
    [plans.organization.organizationId, mail],
  );
  await base.owner.query(
    `update broadcast_plan set kind = 'email', channel_id = null, template_id = null, email_template_id = $2
     where plan_id = $1`,
    [planId, mail],
  );
  await workOnPlans(sendingOf(base));
  const { rows } = await base.owner.query("select state, problem from broadcast_plan where plan_id = $1", [planId]);
  expect(rows).toEqual([{ state: "failed", problem: "CHAT_TEMPLATE_NOT_CONFIGURED" }]);
});
