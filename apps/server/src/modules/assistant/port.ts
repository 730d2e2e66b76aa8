import type { AgentFailure, AgentType } from "@homeroom/contract/assistant";
import type { HandOverReason } from "@homeroom/contract/chat-assistant";
import type { ConversationId, LeadId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** An agent for its provider, with its key opened; kept only for one call. */
export interface AgentAccess {
  apiKey: string;
  /** Empty if the provider has its own model. */
  model: string;
  /** The instructions before every question; empty if the provider stores them. */
  instructions: string;
  temperature: number | null;
}

export interface Question {
  /** The history, oldest first, without the messages to answer. */
  past: readonly { role: "customer" | "centre"; text: string }[];
  /** The text to answer. */
  text: string;
  /** The provider's own id of the conversation, as an earlier answer gave it. */
  conversation: string | null;
  /** A stable pseudonym of the person at the provider. */
  person: string;
  /** Whether it may hand over to staff. */
  mayHandOver: boolean;
}

export type AgentAnswer =
  | { kind: "said"; text: string; conversation: string | null }
  | { kind: "handOver"; reason: Exclude<HandOverReason, "inARow">; summary: string; conversation: string | null };

/** A provider's failure, classified once, in its integration. */
export interface AgentProblem {
  reason: AgentFailure;
  /** Whether a retry may help. */
  passing: boolean;
  /** The provider's message, for staff and the log; never contains a key. */
  detail: string;
  /** Earliest next attempt, when the provider says so. */
  retryAfterMs?: number;
}

/** The outcome of a call to an agent. */
export type Outcome = AgentAnswer | { kind: "trouble"; problem: AgentProblem };

/** Thrown by every call of a provider that did not succeed. */
export class AgentError extends Error {
  override readonly name = "AgentError";
  readonly problem: AgentProblem;
  constructor(problem: AgentProblem) {
    super(`${problem.reason}: ${problem.detail}`);
    this.problem = problem;
  }
}

/** A provider of agents. Implemented in integrations, registered in app.ts. */
export interface AgentProvider {
  readonly type: AgentType;
  /** Has the agent answer, within a minute. Throws AgentError. */
  answer(access: AgentAccess, question: Question): Promise<AgentAnswer>;
}

/** Whether the assistant may answer in a conversation: not while a person holds it. Called within the transaction. */
export type MayAnswer = (
  tx: Tx,
  scope: Scope,
  conversation: { conversationId: ConversationId; leadId: LeadId },
) => Promise<boolean>;
