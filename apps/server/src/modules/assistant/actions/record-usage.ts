import type { RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Usage } from "../queries/agents.ts";

/** Counts one thing that an agent did on a day. */
export async function recordUsage(
  tx: Tx,
  scope: Scope,
  done: { agentId: RecordId; day: string; what: keyof Usage },
): Promise<void> {
  const one = (what: keyof Usage) => (done.what === what ? 1 : 0);
  await sql`
    insert into assistant_usage as known
      (organization_id, agent_id, day, answers, drafts, hand_overs, failures, public_answers)
    values (${scope.organizationId}, ${done.agentId}, ${done.day}::date, ${one("answers")}, ${one("drafts")},
      ${one("handOvers")}, ${one("failures")}, ${one("publicAnswers")})
    on conflict (organization_id, agent_id, day) do update set
      answers = known.answers + excluded.answers, drafts = known.drafts + excluded.drafts,
      hand_overs = known.hand_overs + excluded.hand_overs, failures = known.failures + excluded.failures,
      public_answers = known.public_answers + excluded.public_answers`.execute(tx);
}
