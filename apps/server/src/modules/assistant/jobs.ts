import { ConversationId, OrganizationId } from "@homeroom/contract/ids";
import { z } from "zod";
import type { Database } from "#platform/db/transaction";
import { defineJob, handler, type JobHandler } from "#platform/jobs/job";
import type { ScheduledWork } from "#platform/jobs/scheduled-work";
import { answerCustomer } from "./actions/answer-customer.ts";
import { removeOldPublicTalk } from "./actions/answer-visitor.ts";
import type { Assistant } from "./actions/assistant.ts";
import { lookForQuestions } from "./actions/look-again.ts";
import { removeOldVerifications } from "./actions/verification.ts";

/** Finds the conversations of an organisation in which customers wait for the assistant. */
export const lookForQuestionsJob = defineJob("look-for-questions", z.object({ organizationId: OrganizationId }), {
  retryLimit: 3,
  concurrency: 2,
});

/** Answers one customer, if the assistant is to. It has its own attempts; a lost job is made again by the next look. */
export const answerCustomerJob = defineJob(
  "answer-customer",
  z.object({
    organizationId: OrganizationId,
    conversationId: ConversationId,
    draft: z.boolean(),
    held: z.object({ since: z.iso.datetime(), until: z.iso.datetime() }).optional(),
  }),
  // An answer may take a minute.
  { retryLimit: 2, expireInSeconds: 150, concurrency: 8, perOrganization: 6 },
);

export function assistantJobs(assistant: Assistant): readonly JobHandler[] {
  return [
    handler(lookForQuestionsJob, ({ organizationId }) =>
      lookForQuestions(assistant, organizationId, (conversationId) => ({
        job: answerCustomerJob,
        data: { organizationId, conversationId, draft: false },
      })),
    ),
    handler(answerCustomerJob, async ({ held, ...of }) => {
      const since = held && { since: new Date(held.since), until: new Date(held.until) };
      const again = await answerCustomer(assistant, { ...of, held: since });
      if (!again) return;
      const data = { ...of, draft: false, ...(held && { held }) };
      await assistant.platform.enqueue([{ job: answerCustomerJob, data, startAfter: again }]);
    }),
  ];
}

/** Removes verification codes and public talk that are too old to keep. */
export function oldTalk(db: Database): ScheduledWork {
  return {
    name: "old assistant talk",
    everySeconds: 3600,
    async run() {
      await removeOldVerifications(db);
      await removeOldPublicTalk(db);
    },
  };
}
