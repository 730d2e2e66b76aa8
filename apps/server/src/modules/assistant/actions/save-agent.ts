import {
  type AgentType,
  type ChatgptChanges,
  type DifyChanges,
  maxAgents,
  newAgentSettings,
} from "@homeroom/contract/assistant";
import { RecordId } from "@homeroom/contract/ids";
import { type SentFields, withSent } from "@homeroom/contract/some-fields";
import type { StoredAgentSettings } from "@homeroom/database/assistant-tables";
import { sql } from "kysely";
import { v7 } from "uuid";
import { branchById } from "#modules/organizations/public";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { sqlState } from "#platform/db/failures";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { requireVersion } from "#platform/db/version";
import { AppError } from "#platform/errors/app-error";
import type { SecretBox } from "#platform/secrets/secret-box";
import { type Agent, agentsInScope, lockAgent } from "../queries/agents.ts";
import type { TestedValues } from "../rules/signs.ts";
import { recordAgentChange } from "../writes.ts";
import type { Assistant } from "./assistant.ts";
import { lookAgain } from "./look-again.ts";
import { requireVerified } from "./verification.ts";

/** A form of either type in one shape; omitted fields are undefined. */
interface SentAgent extends Omit<AgentForm, "assistantId" | "settings"> {
  assistantId?: string | undefined;
  settings: SentFields<StoredAgentSettings>;
}

/** The same, complete. */
interface AgentForm {
  type: AgentType;
  recordID?: RecordId | undefined;
  branchID?: Agent["branch_id"] | undefined;
  version?: number | undefined;
  nickname: string;
  name: string;
  assistantId: string;
  /** Empty: the saved one. */
  apiKey: string;
  settings: StoredAgentSettings;
}

/** The values of a ChatGPT agent's form. */
export function chatgptForm(form: ChatgptChanges): SentAgent {
  const { recordID, branchID, version, nickname, name, assistantOrPromptID: assistantId, apiKey, ...settings } = form;
  return { type: "chatgpt", recordID, branchID, version, nickname, name, assistantId, apiKey, settings };
}

/** The values of a Dify agent's form; its app has the rest. */
export function difyForm(form: DifyChanges): SentAgent {
  const { recordID, branchID, version, nickname, appName: name, apiKey, ...settings } = form;
  return { type: "dify", recordID, branchID, version, nickname, name, apiKey, settings };
}

function completed(sent: SentAgent, stored: Pick<AgentForm, "assistantId" | "settings">): AgentForm {
  const { assistantId = stored.assistantId } = sent;
  return { ...sent, assistantId, settings: withSent(stored.settings, sent.settings) };
}

/**
 * Adds or changes an agent; unsent fields stay. The actor must have tested key, model and id. Throws SETTING_NOT_VERIFIED,
 * GPT_API_KEY_IN_USE, GPT_ASSISTANT_ID_IN_USE, SETTING_LIMIT_REACHED, STALE_DATA, NOT_FOUND.
 */
export async function saveAgent(
  { platform }: Assistant,
  actor: Actor,
  sent: SentAgent,
): Promise<{ recordID: RecordId }> {
  requirePermission(actor, sent.recordID ? "org:gpt:edit" : "org:gpt:add");
  const scope = scopeOf(actor, "org:gpt:query");
  const { secrets } = platform;
  try {
    return await inTransaction(platform.db, scope, (tx) =>
      (sent.recordID ? edit : add)(tx, { actor, scope, sent, secrets }),
    );
  } catch (error) {
    throw taken(error) ?? error;
  }
}

interface AgentChange {
  actor: Actor;
  scope: Scope;
  sent: SentAgent;
  secrets: SecretBox;
}

async function add(tx: Tx, { actor, scope, sent, secrets }: AgentChange): Promise<{ recordID: RecordId }> {
  const form = completed(sent, { assistantId: "", settings: newAgentSettings });
  const branchId = form.branchID ?? actor.branchId;
  const inReach = !scope.branchIds || scope.branchIds.includes(branchId);
  if (!inReach || !(await branchById(tx, scope, branchId))) throw new AppError("NOT_FOUND");
  await requireVerified(tx, { actor, secrets, tried: triedOf(form, form.apiKey) });
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${scope.organizationId} agents`}, 7029))`.execute(tx);
  if ((await agentsInScope(tx, scope)).length >= maxAgents) throw new AppError("SETTING_LIMIT_REACHED");
  const recordID = RecordId.parse(v7());
  await tx
    .insertInto("assistant_agent")
    .values({
      organization_id: scope.organizationId,
      agent_id: recordID,
      branch_id: branchId,
      type: form.type,
      ...columnsOf(form),
      ...keyColumns(secrets, form),
      attention_reason: null,
      failure_reason: null,
      failure_detail: null,
      public_key: null,
      public_key_hash: null,
      created_by: actor.accountId,
      updated_by: actor.accountId,
    })
    .execute();
  await recordAgentChange(tx, actor, "created", { id: recordID, name: form.nickname, after: shownOf(form) });
  return { recordID };
}

async function edit(tx: Tx, { actor, scope, sent, secrets }: AgentChange): Promise<{ recordID: RecordId }> {
  const recordID = RecordId.parse(sent.recordID);
  const agent = await lockAgent(tx, scope, recordID);
  const form = completed(sent, { assistantId: agent.assistant_id, settings: agent.settings });
  if (agent.type !== form.type) throw new AppError("NOT_FOUND");
  requireVersion(agent, form.version);
  const savedKey = secrets.open(agent.secrets)["apiKey"] ?? "";
  const saved = { type: agent.type, apiKey: savedKey, model: agent.settings.model, assistantId: agent.assistant_id };
  const wanted = triedOf(form, form.apiKey || savedKey);
  const isOther = JSON.stringify(saved) !== JSON.stringify(wanted);
  if (isOther) await requireVerified(tx, { actor, secrets, tried: wanted });
  const now = new Date();
  await tx
    .updateTable("assistant_agent")
    .set({
      ...columnsOf(form),
      ...(form.apiKey && keyColumns(secrets, form)),
      // It has just been tested, so the problem is fixed.
      ...(isOther && { attention_at: null, attention_reason: null }),
      updated_by: actor.accountId,
      updated_at: now,
      version: agent.version + 1,
    })
    .where("organization_id", "=", scope.organizationId)
    .where("agent_id", "=", recordID)
    .execute();
  if (isOther && agent.attention_at) await lookAgain(tx, scope, recordID);
  const before = { ...agent.settings, nickname: agent.nickname, name: agent.name, assistantId: agent.assistant_id };
  await recordAgentChange(tx, actor, "edited", {
    id: recordID,
    name: form.nickname,
    before: { ...before, apiKey: "" },
    after: { ...shownOf(form), apiKey: form.apiKey ? "•" : "" },
  });
  return { recordID };
}

function triedOf(form: AgentForm, apiKey: string): TestedValues {
  return { type: form.type, apiKey, model: form.settings.model, assistantId: form.assistantId };
}

function columnsOf({ nickname, name, assistantId, settings }: AgentForm) {
  return { nickname, name, assistant_id: assistantId, settings: JSON.stringify(settings) };
}

function keyColumns(secrets: SecretBox, { apiKey }: AgentForm) {
  return { secrets: secrets.seal({ apiKey }), api_key_sign: secrets.sign("assistant-key", apiKey) };
}

function shownOf({ nickname, name, assistantId, settings }: AgentForm): Record<string, unknown> {
  return { ...settings, nickname, name, assistantId };
}

/** The values that another agent of the organisation already has. */
function taken(error: unknown): AppError | null {
  if (sqlState(error) !== "23505" || !(error instanceof Error) || !("constraint" in error)) return null;
  const [name, field] =
    error.constraint === "assistant_agent_api_key"
      ? (["GPT_API_KEY_IN_USE", "apiKey"] as const)
      : (["GPT_ASSISTANT_ID_IN_USE", "assistantOrPromptID"] as const);
  return new AppError(name, {}, { fields: [{ field, name }] });
}
