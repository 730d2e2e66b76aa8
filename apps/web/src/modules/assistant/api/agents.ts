import { type AgentInfo, type AgentRow, type AgentType, assistant } from "@homeroom/contract/assistant";
import type { CallFailure } from "@homeroom/contract/client";
import type { RequestInput } from "@homeroom/contract/endpoint";
import { useMutation, useQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { useRenewal } from "#platform/use-renewal.ts";
import { useWrite } from "#platform/use-write.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";

const agentsKey = ["assistant", "agents"];

/** Polled, since the assistant works on its own. */
const lookAgainMs = 30_000;

/** The agents that the person can see. */
export function useAgents() {
  return useQuery({
    queryKey: agentsKey,
    queryFn: async ({ signal }): Promise<AgentRow[]> => (await api.call(assistant.list, {}, { signal })).resultData,
    refetchInterval: lookAgainMs,
    meta: { page: true },
  });
}

/** One agent with everything in its form. */
export function useAgentInfo(recordID: AgentRow["recordID"] | null) {
  return useQuery({
    queryKey: [...agentsKey, recordID],
    queryFn: async () => agentNow(recordID as AgentRow["recordID"]),
    enabled: recordID !== null,
    staleTime: 0,
    gcTime: 0,
  });
}

/** An agent as currently saved. */
export async function agentNow(recordID: AgentRow["recordID"]): Promise<AgentInfo> {
  return (await api.call(assistant.info, { recordID })).resultData;
}

export type Trial = RequestInput<typeof assistant.testChatgpt>;

/** The result of a test: the agent's answer, or why it could not answer. */
export type TrialResult = { answer: string } | { failure: string; message: string; detail: string };

/** Tests an agent. A refusal is a result too: it says what to fix. */
export function useTrial(type: AgentType) {
  return useMutation({
    mutationFn: async (trial: Trial): Promise<TrialResult> => {
      let failure: CallFailure | undefined;
      const options = {
        onFailure: (one: CallFailure) => {
          failure = one;
        },
      };
      try {
        const reply =
          type === "chatgpt"
            ? await api.call(assistant.testChatgpt, trial, options)
            : await api.call(assistant.testDify, trial, options);
        return { answer: reply.resultData.detail };
      } catch (reason) {
        if (!failure) throw reason;
        const { reason: cause = "", detail = "" } = failure.details;
        return { failure: String(cause), message: failure.message, detail: String(detail) };
      }
    },
  });
}

/** Writes of agents; the list is refetched. */
export function useAgentWrites() {
  const write = useWrite(agentsKey);
  const renew = useRenewal(agentsKey);
  return {
    saveChatgpt: (form: RequestInput<typeof assistant.saveChatgpt>, report: FailureReport) =>
      write(assistant.saveChatgpt, form, report),
    saveDify: (form: RequestInput<typeof assistant.saveDify>, report: FailureReport) =>
      write(assistant.saveDify, form, report),
    async setStatus(recordID: AgentRow["recordID"], status: number): Promise<void> {
      await api.call(assistant.setStatus, { recordID, status }).finally(() => void renew());
    },
    async remove(recordID: AgentRow["recordID"]): Promise<void> {
      await api.call(assistant.remove, { recordID }).finally(() => void renew());
    },
    async issueKey(recordID: AgentRow["recordID"]): Promise<void> {
      await api.call(assistant.issueKey, { recordID }).finally(() => void renew());
    },
    async revokeKey(recordID: AgentRow["recordID"]): Promise<void> {
      await api.call(assistant.revokeKey, { recordID }).finally(() => void renew());
    },
  };
}
