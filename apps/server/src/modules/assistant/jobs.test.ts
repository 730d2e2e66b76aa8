import { v7 } from "uuid";
import { test } from "vitest";
import { prepareDatabase } from "#platform/db/for-tests";
import { expectRoomForOthers } from "#platform/jobs/for-tests";
import { answerCustomerJob } from "./jobs.ts";

const base = prepareDatabase();

test("an agent that thinks for long leaves room for those of other organisations", async () => {
  await expectRoomForOthers(base, answerCustomerJob, { conversationId: v7(), draft: false });
});
