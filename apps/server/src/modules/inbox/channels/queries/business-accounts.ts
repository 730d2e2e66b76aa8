import { ChannelId } from "@homeroom/contract/ids";
import type { ChannelTable } from "@homeroom/database/inbox-tables";
import { type Selectable, sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { SecretBox } from "#platform/secrets/secret-box";
import type { ChannelAccess } from "../../port.ts";
import { isChannelOpen, openChannel } from "./channels.ts";

/** A WhatsApp number and its business account. */
export interface AccountNumber {
  channelId: ChannelId;
  name: string;
  businessAccountId: string;
  /** Switched on and not stopped. */
  open: boolean;
  /** The access for calls to the provider as this number. */
  access(secrets: SecretBox): ChannelAccess;
}

/** The WhatsApp numbers with a business account in the branches that the scope reaches, oldest first. */
export async function accountNumbers(tx: Tx, scope: Scope): Promise<AccountNumber[]> {
  const all = tx
    .selectFrom("channel")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("kind", "=", "whatsapp");
  const reached = scope.branchIds ? all.where("branch_id", "in", [...scope.branchIds]) : all;
  const found = await reached.orderBy("created_at").orderBy("channel_id").execute();
  return found.flatMap((channel) => numberOf(channel) ?? []);
}

function numberOf(channel: Selectable<ChannelTable>): AccountNumber | null {
  const businessAccountId = channel.settings["businessAccountId"];
  if (!businessAccountId) return null;
  return {
    channelId: ChannelId.parse(channel.channel_id),
    name: channel.name,
    businessAccountId,
    open: isChannelOpen(channel),
    access: (secrets) => openChannel(secrets, channel),
  };
}

const portfolio = sql`coalesce(nullif(settings ->> 'portfolioId', ''), nullif(settings ->> 'businessAccountId', ''), channel_id::text)`;

/**
 * The WhatsApp numbers that share their limits with one, itself included: those of its business portfolio, or of its
 * business account as long as the portfolio is unknown.
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
