import { type RawBuilder, sql } from "kysely";
import { visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Lead } from "../record/queries/load-lead.ts";

/** The values that distinguish rows of a table. */
export interface ContactKeys {
  readonly phones: readonly string[];
  readonly emails: readonly string[];
  /** Numbers of contact 1. */
  readonly contacts: readonly string[];
}

export type Match = Pick<
  Lead,
  "lead_id" | "branch_id" | "nickname" | "fullname" | "phone_e164" | "email" | "contact1_e164"
> & {
  /** Whether the scope sees it: of an invisible lead only its existence is reported. */
  seen: boolean;
};

/** Maximum leads per number of contact 1: children of one parent. */
const maxSimilarLeads = 20;

/**
 * The leads of the organisation with one of these numbers or e-mails, visible or not. Each value is looked up
 * separately, as an ordered range: a table that is just being filled has no statistics yet, and for a plain
 * comparison the planner may choose an index with every lead of the organisation.
 */
export async function leadsLike(tx: Tx, scope: Scope, { phones, emails, contacts }: ContactKeys): Promise<Match[]> {
  const seen = visibleRows(scope, "lead");
  const by = (values: readonly string[], what: RawBuilder<unknown>, there: RawBuilder<unknown>) => sql`
    select found.* from unnest(${sql.val([...new Set(values)])}::text[]) as wanted(value), lateral (
      select lead_id, branch_id, nickname, fullname, phone_e164, email, contact1_e164, ${seen} as seen
      from lead where organization_id = ${scope.organizationId} and deleted_at is null and ${there}
        and ${what} >= wanted.value and ${what} <= wanted.value
      order by ${what} limit ${maxSimilarLeads}) found`;
  const found = await sql<Match>`
    ${by(phones, sql`phone_e164`, sql`phone_e164 is not null`)}
    union ${by(emails, sql`email_key`, sql`email_key is not null`)}
    union ${by(contacts, sql`contact1_e164`, sql`contact1_e164 is not null`)}`.execute(tx);
  return found.rows;
}

/** Leads that the scope sees, locked in a fixed order for a change. */
export async function lockLeads(tx: Tx, scope: Scope, ids: readonly string[]): Promise<Map<string, Lead>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom("lead")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where(sql<boolean>`lead_id = any(${sql.val([...ids])}::uuid[])`)
    .where("deleted_at", "is", null)
    .where(visibleRows(scope, "lead"))
    .orderBy("lead_id")
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.map((row) => [row.lead_id, row]));
}
