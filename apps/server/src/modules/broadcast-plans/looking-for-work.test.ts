import type { KyselyPlugin } from "kysely";
import { expect, test } from "vitest";
import type { TestDatabase } from "#platform/db/for-tests";
import { preparePlans, sendingOf, type TestPlans } from "./for-tests.ts";
import { startBroadcasts } from "./jobs.ts";

let base: TestDatabase;
let plans: TestPlans;

preparePlans((desk) => {
  ({ base, plans } = desk);
});

test("a worker checks for work once a round, and starts and sends a plan", async () => {
  let asked = 0;
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      asked += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const sending = sendingOf(base);
  const platform = { ...base.platform, db: base.db.withPlugin(counting) };
  const begun = performance.now();
  const work = startBroadcasts(platform, sending);
  await expect.poll(() => asked).toBeGreaterThan(2);
  // A round is half a second, and never shorter.
  expect(asked).toBeLessThanOrEqual((performance.now() - begun) / 490);
  const planId = await plans.add({ filter: null, numbers: ["+85291234001"] });
  const sent = async () => {
    const found = await base.owner.query(
      "select from broadcast_recipient where plan_id = $1 and message_id is not null",
      [planId],
    );
    return found.rowCount;
  };
  await expect.poll(sent).toBe(1);
  await work.stop();
});
