import { sql } from "kysely";
import type { SeedTx } from "./kit.ts";

/** Records from the messages how long customers waited for a person, and since when they wait now. */
export async function writeWaits(tx: SeedTx): Promise<void> {
  await sql`
    insert into answered_wait (organization_id, message_id, branch_id, account_id, waited_since, answered_at, answered_on, minutes)
    select organization_id, message_id, branch_id, sender_id, since, sent_at,
      branch_day(organization_id, branch_id, sent_at), floor(extract(epoch from sent_at - since) / 60)
    from (
      select answer.*, talk.branch_id, (
        select min(said.sent_at) from message said
        where said.organization_id = answer.organization_id and said.conversation_id = answer.conversation_id
          and said.direction = 'in' and said.position < answer.position
          and said.position > coalesce(answer.answer_before, 0)) as since
      from (
        select organization_id, message_id, conversation_id, sender_id, sent_at, position,
          lag(position) over (partition by conversation_id order by position) as answer_before
        from message where organization_id = app_organization() and direction = 'out' and author = 'staff') as answer
      join conversation talk using (organization_id, conversation_id)) as waited
    where since is not null`.execute(tx);
  await sql`
    update conversation talk set waiting_since = (
      select min(sent_at) from message said
      where said.organization_id = talk.organization_id and said.conversation_id = talk.conversation_id
        and said.direction = 'in' and said.position > coalesce((
          select max(position) from message answer
          where answer.organization_id = talk.organization_id and answer.conversation_id = talk.conversation_id
            and answer.direction = 'out'), 0))
    where talk.organization_id = app_organization() and last_direction = 'in'`.execute(tx);
}
