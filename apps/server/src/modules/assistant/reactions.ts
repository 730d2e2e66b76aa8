import { conversationFreed, messageChanged } from "#modules/inbox/public";
import { rowRooms } from "#platform/db/row-filter";
import { request, requestOnce } from "#platform/jobs/job";
import { type Reaction, reaction } from "#platform/outbox/events";
import { agentRight, answerWanted, assistantChanged } from "./events.ts";
import { answerCustomerJob, lookForQuestionsJob } from "./jobs.ts";

/** What customers of an organisation write is looked at together, this often. */
const lookEverySeconds = 1;

export const assistantReactions: readonly Reaction[] = [
  reaction({
    event: messageChanged,
    jobs: ({ inbound }, { organizationId }) => {
      const look = { seconds: lookEverySeconds };
      return inbound ? [requestOnce(lookForQuestionsJob, { organizationId }, look)] : [];
    },
  }),
  reaction({ event: agentRight, jobs: (_, { organizationId }) => [request(lookForQuestionsJob, { organizationId })] }),
  reaction({
    event: answerWanted,
    jobs: ({ conversationId, draft }, { organizationId }) => [
      request(answerCustomerJob, { organizationId, conversationId, draft }),
    ],
  }),
  reaction({
    event: conversationFreed,
    jobs: ({ conversationId, held }, { organizationId }) => [
      request(answerCustomerJob, { organizationId, conversationId, draft: false, ...(held && { held }) }),
    ],
  }),
  reaction({
    event: assistantChanged,
    sockets: ({ conversationId, ...audience }, { organizationId }) => [
      {
        rooms: rowRooms("chat", { ...audience, organizationId }),
        event: "assistant.changed",
        payload: { conversationId },
      },
    ],
  }),
];
