import type { ChannelId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

const portfolio = sql`coalesce(nullif(settings ->> 'portfolioId', ''), nullif(settings ->> 'businessAccountId', ''), channel_id::text)`;

/**
 * The WhatsApp numbers that share their limits with one, itself included: those of its business portfolio, or of its
 * business account while WhatsApp has not said which portfolio that is of.
 */
export async function channelsSharingLimits(
  tx: Tx,
  { organizationId }: Scope,
  channelId: ChannelId,
): Promise<ChannelId[]> {
  const { rows } = await sql<{ id: ChannelId }>`
    select channel_id as id from channel
    where organization_id = ${organizationId} and kind = 'whatsapp' and ${portfolio} = (
      select ${portfolio} from channel where organization_id = ${organizationId} and channel_id = ${channelId})
    order by channel_id`.execute(tx);
  return rows.map(({ id }) => id);
}
