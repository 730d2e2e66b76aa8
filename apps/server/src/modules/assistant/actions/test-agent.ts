import { type AgentType, defaultModel } from "@homeroom/contract/assistant";
import type { RecordId } from "@homeroom/contract/ids";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { RateLimit } from "#platform/rate-limit/rate-limit";
import { type AgentAnswer, AgentError } from "../port.ts";
import { type Agent, loadAgent } from "../queries/agents.ts";
import { instructionsFor } from "../rules/instructions.ts";
import { type Assistant, personSign, providerOf } from "./assistant.ts";
import { lookAgain } from "./look-again.ts";
import { recordVerification } from "./verification.ts";

/** The values to test; empty ones are taken from the saved agent, if one is named. */
export interface Trial {
  type: AgentType;
  recordID?: RecordId | undefined;
  apiKey: string;
  assistantId: string;
  model: string;
  instructions: string;
  knowledge: string;
  temperature: number | null;
  content: string;
}

const greeting = "您好，請簡單介紹一下課程。";

/**
 * Tests an agent with a question, and records success, so that the values may be saved. Throws CHAT_VERIFICATION_FAILED with the
 * reason in its details. A saved agent that answers no longer needs attention.
 */
export async function testAgent(
  assistant: Assistant,
  limit: RateLimit,
  { actor, trial }: { actor: Actor; trial: Trial },
): Promise<{ ok: boolean; detail: string }> {
  requirePermission(actor, "org:gpt:test");
  await limit.take(actor.accountId);
  const { db, secrets } = assistant.platform;
  const scope = scopeOf(actor, "org:gpt:query");
  const saved = trial.recordID ? await savedAgent(assistant, scope, trial) : undefined;
  const savedKey = saved ? (secrets.open(saved.secrets)["apiKey"] ?? "") : "";
  const asked = {
    apiKey: trial.apiKey || savedKey,
    model: trial.model || (saved?.settings.model ?? defaultModel),
    assistantId: trial.assistantId || (trial.apiKey ? "" : (saved?.assistant_id ?? "")),
  };
  if (asked.apiKey === "") throw failure("keyInvalid", "");
  const told = {
    instructions: trial.instructions || (saved?.settings.instructions ?? ""),
    knowledge: trial.knowledge || (saved?.settings.knowledge ?? ""),
    handOverWhenUnsure: false,
  };
  const answer = await ask(assistant, trial, {
    apiKey: asked.apiKey,
    model: asked.model,
    instructions: trial.type === "chatgpt" ? instructionsFor(told, { mayHandOver: false }) : "",
    temperature: trial.temperature ?? saved?.settings.temperature ?? null,
    person: personSign(assistant, actor.accountId),
  });
  await inTransaction(db, scope, async (tx) => {
    await recordVerification(tx, { actor, secrets, tried: { type: trial.type, ...asked } });
    const isSaved = saved && asked.apiKey === savedKey && asked.model === saved.settings.model;
    if (!isSaved) return;
    const righted = await tx
      .updateTable("assistant_agent")
      .set({ attention_at: null, attention_reason: null })
      .where("organization_id", "=", scope.organizationId)
      .where("agent_id", "=", saved.agent_id)
      .where("attention_at", "is not", null)
      .executeTakeFirst();
    if (righted.numUpdatedRows > 0n) await lookAgain(tx, scope, saved.agent_id);
  });
  return { ok: true, detail: answer.kind === "said" ? answer.text : answer.summary };
}

async function savedAgent({ platform }: Assistant, scope: Scope, trial: Trial): Promise<Agent | undefined> {
  const { recordID } = trial;
  if (!recordID) return undefined;
  const agent = await inTransaction(platform.db, scope, (tx) => loadAgent(tx, scope, recordID));
  if (agent.type !== trial.type) throw new AppError("NOT_FOUND");
  return agent;
}

interface AgentAccess {
  apiKey: string;
  model: string;
  instructions: string;
  temperature: number | null;
  person: string;
}

async function ask(assistant: Assistant, trial: Trial, { person, ...access }: AgentAccess): Promise<AgentAnswer> {
  const question = { past: [], text: trial.content || greeting, conversation: null, person, mayHandOver: false };
  try {
    return await providerOf(assistant, trial.type).answer(access, question);
  } catch (error) {
    if (error instanceof AgentError) throw failure(error.problem.reason, error.problem.detail);
    throw error;
  }
}

function failure(reason: string, detail: string): AppError {
  return new AppError("CHAT_VERIFICATION_FAILED", {}, { details: { reason, detail } });
}
