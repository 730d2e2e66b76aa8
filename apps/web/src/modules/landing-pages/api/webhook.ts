import type { CallFailure } from "@homeroom/contract/client";
import type { RecordId } from "@homeroom/contract/ids";
import { landingWebhooks } from "@homeroom/contract/landing-webhooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import type { WebhookAnswer } from "../rules/webhook-answer.ts";

const logKey = (recordID: RecordId) => ["landingPages", "webhook", recordID] as const;

const lookAgainMs = 2000;

/** The last calls of a page's webhook, and the key that they are signed with; polled while one is waiting. */
export function useWebhookLog(recordID: RecordId) {
  return useQuery({
    queryKey: logKey(recordID),
    queryFn: async ({ signal }) => (await api.call(landingWebhooks.log, { recordID }, { signal })).resultData,
    refetchInterval: ({ state }) => (state.data?.list.some((call) => call.state === "waiting") ? lookAgainMs : false),
  });
}

/** Calls of a page's webhook that staff request. */
export function useWebhookCalls(pageId: RecordId) {
  const client = useQueryClient();
  return {
    /** The webhook's answer if it did not accept the example. Throws the text of any other refusal. */
    async test(): Promise<{ answer: WebhookAnswer | null }> {
      let answer: WebhookAnswer | null = null;
      const onFailure = ({ name, details: { status, problem } }: CallFailure) => {
        if (name !== "LANDING_WEBHOOK_FAILED") return;
        answer = {
          status: typeof status === "number" ? status : null,
          problem: typeof problem === "string" ? problem : "",
        };
      };
      try {
        await api.call(landingWebhooks.test, { recordID: pageId }, { onFailure });
      } catch (reason) {
        if (answer === null) throw reason;
      }
      return { answer };
    },
    async replay(recordID: RecordId) {
      await api.call(landingWebhooks.replay, { recordID });
      await client.invalidateQueries({ queryKey: logKey(pageId) });
    },
  };
}
