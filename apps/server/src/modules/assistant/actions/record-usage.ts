import type { RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Usage } from "../queries/agents.ts";

/** Counts one action of an agent on a day. `asked`: requested by staff or by a visitor of its page. */
export async function recordUsage(
  tx: Tx,
  scope: Scope,
  done: { agentId: RecordId; day: string; what: keyof Omit<Usage, "asked">; asked?: boolean },
): Promise<void> {
  const one = (what: typeof done.what) => (done.what === what ? 1 : 0);
  await sql`
    insert into assistant_usage as known
      (organization_id, agent_id, day, answers, drafts, hand_overs, failures, public_answers, asked)
    values (${scope.organizationId}, ${done.agentId}, ${done.day}::date, ${one("answers")}, ${one("drafts")},
      ${one("handOvers")}, ${one("failures")}, ${one("publicAnswers")}, ${done.asked ? 1 : 0})
    on conflict (organization_id, agent_id, day) do update set
      answers = known.answers + excluded.answers, drafts = known.drafts + excluded.drafts,
      hand_overs = known.hand_overs + excluded.hand_overs, failures = known.failures + excluded.failures,
      public_answers = known.public_answers + excluded.public_answers, asked = known.asked + excluded.asked`.execute(
    tx,
  );
}
