import { type ConsentChannel, type Consents, consentChannels, maxConsentEntries } from "@homeroom/contract/consents";
import type { LeadId } from "@homeroom/contract/ids";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { peopleByIds } from "#modules/accounts/public";
import { isOneOf } from "#platform/db/is-one-of";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/**
 * The condition that marketing may be sent to a row of `lead` (by its alias in the query) over a
 * channel: its newest entry does not withdraw consent. A lead without entries meets it.
 */
export function mayBeWrittenTo(channel: ConsentChannel, lead = "lead"): RawBuilder<SqlBool> {
  return sql<SqlBool>`coalesce((
    select entry.decision from consent_entry entry
    where entry.organization_id = ${sql.ref(`${lead}.organization_id`)} and entry.lead_id = ${sql.ref(`${lead}.lead_id`)}
      and entry.channel = ${channel}
    order by entry.recorded_at desc, entry.entry_id desc limit 1) = 'given', true)`;
}

/** Whether marketing may be sent to a lead over a channel. */
export async function mayReceiveNews(
  tx: Tx,
  scope: Scope,
  { leadId, channel }: { leadId: LeadId; channel: ConsentChannel },
): Promise<boolean> {
  return (await whoMayReceiveNews(tx, scope, { leadIds: [leadId], channel })).has(leadId);
}

/** The given leads that may be sent marketing over a channel. */
export async function whoMayReceiveNews(
  tx: Tx,
  scope: Scope,
  { leadIds, channel }: { leadIds: Iterable<LeadId>; channel: ConsentChannel },
): Promise<ReadonlySet<LeadId>> {
  const found = await tx
    .selectFrom("lead")
    .select("lead_id")
    .where("organization_id", "=", scope.organizationId)
    .where(isOneOf("lead_id", leadIds))
    .where(mayBeWrittenTo(channel))
    .execute();
  return new Set(found.map(({ lead_id: id }) => id));
}

/** A lead's current consent for each channel, and its entries, newest first. */
export async function consentsOf(tx: Tx, scope: Scope, leadId: LeadId): Promise<Consents> {
  const of = tx
    .selectFrom("consent_entry as entry")
    .where("entry.organization_id", "=", scope.organizationId)
    .where("entry.lead_id", "=", leadId);
  const newest = await of
    .distinctOn("entry.channel")
    .select(["entry.channel", "entry.decision"])
    .orderBy("entry.channel")
    .orderBy("entry.recorded_at", "desc")
    .orderBy("entry.entry_id", "desc")
    .execute();
  const rows = await of
    .selectAll("entry")
    .orderBy("entry.recorded_at", "desc")
    .orderBy("entry.entry_id", "desc")
    .limit(maxConsentEntries)
    .execute();
  const people = await peopleByIds(tx, scope, [...new Set(rows.flatMap(({ recorded_by }) => recorded_by ?? []))]);
  const decisions = new Map(newest.map(({ channel, decision }) => [channel, decision]));
  return {
    current: consentChannels.map((channel) => ({ channel, decision: decisions.get(channel) ?? null })),
    entries: rows.map(({ entry_id, channel, decision, source, wording, said_at, recorded_by }) => ({
      recordID: entry_id,
      channel,
      decision,
      source,
      wording,
      saidAt: said_at.toISOString(),
      person: (recorded_by && people.get(recorded_by)?.nickname) ?? "",
    })),
  };
}
