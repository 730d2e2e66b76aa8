import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveModules } from "#modules/sign-in/for-tests";
import { createTestDatabase, type TestDatabase } from "#platform/db/for-tests";
import { buildPlans, sendingOf } from "./for-tests.ts";
import { workOnPlans } from "./jobs.ts";
import { broadcastPlansModule } from "./public.ts";

let base: TestDatabase;
let app: FastifyInstance;

beforeAll(async () => {
  base = await createTestDatabase();
  app = await serveModules(base.platform, [broadcastPlansModule(base.platform, [])]);
});
afterAll(async () => {
  await app?.close();
  await base?.close();
});

test("a plan that was held back warns of the limit when it goes on, and not again after a pause", async () => {
  const plans = await buildPlans(base, app);
  const limit = async (version: number, monthlyLimit: number) => {
    const setting = { warningLevels: [50], quietHours: null, approvalAbove: null, prices: [] };
    const { body } = await plans.post("SaveSetting", { ...setting, version, monthlyLimit });
    expect(body).toMatchObject({ success: true });
  };
  await limit(0, 1);
  const planId = await plans.add({ filter: null, numbers: ["+85291234001", "+85291234002"] });
  await workOnPlans(sendingOf(base));
  expect(await plans.info(planId)).toMatchObject({ pauseReason: "monthlyLimit" });
  await limit(1, 4);
  for (const call of ["ResumePlan", "PausePlan", "ResumePlan"])
    expect((await plans.post(call, { recordID: planId })).body).toMatchObject({ success: true });
  const { rows } = await base.owner.query("select payload from outbox where event = 'broadcast-plan.limit-near'");
  expect(rows).toMatchObject([{ payload: { level: 50 } }]);
});
