import type { AgentFailure, AgentType } from "@homeroom/contract/assistant";
import type { HandOverReason } from "@homeroom/contract/chat-assistant";
import type { ConversationId, LeadId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** An agent as its provider needs it, with its key opened; lives only as long as one call. */
export interface AgentAccess {
  apiKey: string;
  /** Empty where the provider knows the model itself. */
  model: string;
  /** What the agent is told before every question; empty where the provider keeps it. */
  instructions: string;
  temperature: number | null;
}

export interface Question {
  /** What was said before, oldest first, without what is to be answered. */
  past: readonly { role: "customer" | "centre"; text: string }[];
  /** What is to be answered. */
  text: string;
  /** The provider's own id of the conversation, as an earlier answer gave it. */
  conversation: string | null;
  /** Stands for the person at the provider: always the same, and says nothing of them. */
  person: string;
  /** Whether it may leave the answer to a person of the centre. */
  mayHandOver: boolean;
}

export type AgentAnswer =
  | { kind: "said"; text: string; conversation: string | null }
  | { kind: "handOver"; reason: Exclude<HandOverReason, "inARow">; summary: string; conversation: string | null };

/** A provider's failure, classified once, in its integration. */
export interface AgentProblem {
  reason: AgentFailure;
  /** Whether asking again later may help. */
  passing: boolean;
  /** The provider's words, for staff and the log; never holds a key. */
  detail: string;
  /** Earliest next attempt, when the provider says so. */
  retryAfterMs?: number;
}

/** What came of asking an agent. */
export type Outcome = AgentAnswer | { kind: "trouble"; problem: AgentProblem };

/** Thrown by every call of a provider that did not succeed. */
export class AgentTrouble extends Error {
  override readonly name = "AgentTrouble";
  readonly problem: AgentProblem;
  constructor(problem: AgentProblem) {
    super(`${problem.reason}: ${problem.detail}`);
    this.problem = problem;
  }
}

/** Who can answer for an agent. Implemented in integrations, registered in app.ts. */
export interface AgentProvider {
  readonly type: AgentType;
  /** Has the agent answer, within a minute. Throws AgentTrouble. */
  answer(access: AgentAccess, question: Question): Promise<AgentAnswer>;
}

/** Whether the assistant may speak in a conversation at all: not while a person holds it. Asked within the transaction. */
export type MayAnswer = (
  tx: Tx,
  scope: Scope,
  conversation: { conversationId: ConversationId; leadId: LeadId },
) => Promise<boolean>;
