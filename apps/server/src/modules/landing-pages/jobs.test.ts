import { v7 } from "uuid";
import { test } from "vitest";
import { prepareDatabase } from "#platform/db/for-tests";
import { expectRoomForOthers } from "#platform/jobs/for-tests";
import { deliverJob } from "./jobs.ts";

const base = prepareDatabase();

test("webhooks that do not answer leave room for those of other organisations", async () => {
  await expectRoomForOthers(base, deliverJob, { deliveryId: v7() });
});
