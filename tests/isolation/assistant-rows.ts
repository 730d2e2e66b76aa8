import type { BranchId, ConversationId, RecordId } from "@homeroom/contract/ids";
import { agentSettings } from "@homeroom/server/modules/assistant/for-tests";
import { newId } from "./new-id.ts";
import type { Stage } from "./stage.ts";

/** Agents of a branch, switched off, and what one of them suggested and did in the conversation. */
export interface AssistantRows {
  chatgptId: RecordId;
  difyId: RecordId;
  agentName: string;
  draftId: RecordId;
  draftText: string;
  assistantEventId: RecordId;
}

export function assistantIds(name: string): AssistantRows {
  return {
    chatgptId: newId(),
    difyId: newId(),
    agentName: `${name}的助理`,
    draftId: newId(),
    draftText: `給${name}的建議`,
    assistantEventId: newId(),
  };
}

/** Sets them up again. */
export async function restoreAssistant(
  { base }: Stage,
  rows: AssistantRows & { branchId: BranchId; conversationId: ConversationId },
): Promise<void> {
  const { secrets } = base.platform;
  for (const [type, id] of [
    ["chatgpt", rows.chatgptId],
    ["dify", rows.difyId],
  ] as const) {
    const apiKey = `${type === "chatgpt" ? "sk" : "app"}-${id}`;
    await base.owner.query(
      `insert into assistant_agent (organization_id, agent_id, branch_id, type, nickname, name, secrets, api_key_sign, settings)
       select organization_id, $1, branch_id, $3, $4, 'assistant', $5, $6, $7 from branch where branch_id = $2
       on conflict (organization_id, agent_id) do update
         set status = 0, deleted_at = null, version = 1, secrets = excluded.secrets, attention_at = null`,
      [id, rows.branchId, type, rows.agentName, secrets.seal({ apiKey }), id, JSON.stringify(settings)],
    );
  }
  await base.owner.query(
    `insert into assistant_draft (organization_id, conversation_id, draft_id, agent_id, position, text)
     select organization_id, conversation_id, $2, $3, last_position, $4 from conversation where conversation_id = $1
     on conflict (organization_id, conversation_id) do update set draft_id = excluded.draft_id, text = excluded.text`,
    [rows.conversationId, rows.draftId, rows.chatgptId, rows.draftText],
  );
  await base.owner.query(
    `insert into assistant_event (organization_id, event_id, conversation_id, agent_name, kind, summary, position)
     select organization_id, $2, conversation_id, $3, 'handedOver', $3, 1 from conversation where conversation_id = $1
     on conflict do nothing`,
    [rows.conversationId, rows.assistantEventId, rows.agentName],
  );
}

const settings = { ...agentSettings, opening: "manual", waitSeconds: 6 };
