import { maxMembers } from "@homeroom/contract/lead-families";
import type { SimilarLead } from "@homeroom/contract/leads";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { searchConditions } from "../../list/queries/search.ts";
import { type Lead, leadRow } from "../../record/queries/load-lead.ts";
import { organizationLeads } from "../../record/queries/organization-leads.ts";
import { compare, type Likeness, likenessOf, maxWordsLength } from "../rules/likeness.ts";

/** A similar lead as a row, with what the two have in common. */
export type ScoredLead = { lead: Lead } & Pick<SimilarLead, "why" | "score">;

/** How many leads with the same number, e-mail or name are compared; a name shared by more is no evidence. */
const looked = 100;

/**
 * The visible leads most similar to one, best first. Leaves out the lead itself (`not`), its family, and leads marked
 * as other people.
 */
export async function similarLeads(
  tx: Tx,
  scope: Scope,
  { like, not, limit = maxMembers }: { like: Likeness; not?: Pick<Lead, "lead_id" | "family_id">; limit?: number },
): Promise<ScoredLead[]> {
  const names = sql<string[]>`lead_names(variadic ${sql.val(like.names)}::text[])`;
  const nearly = sql<number>`similarity(lower(lead.nickname || ' ' || lead.ename), ${like.names.join(" ").toLowerCase()})`;
  const found = await sql<Lead & { same_name: boolean; likeness: number }>`
    select ${leadRow}, array[${sql.join(nameColumns)}] && ${names} as same_name, ${nearly} as likeness
    from ${organizationLeads} where lead.organization_id = ${scope.organizationId}
      and lead.lead_id in (${sql.join(candidates(scope, like, names), sql` union `)}) ${not ? others(not) : sql``}
    limit ${looked * 4}`.execute(tx);
  const alike = found.rows.map((lead) => {
    const similar = lead.likeness >= 0.5;
    return { lead, ...compare(like, likenessOf(lead), { same: lead.same_name, similar }) };
  });
  const enough = alike.filter(({ score }) => score >= minScore);
  return enough
    .sort((one, other) => other.score - one.score || (one.lead.lead_id < other.lead.lead_id ? -1 : 1))
    .slice(0, limit);
}

/** The same school or birthday alone is no evidence. */
const minScore = 25;

/** A lead's names, as keys that different spellings share. */
const nameColumns = ["nickname_key", "fullname_key", "ename_key", "person_name_key"].map((name) =>
  sql.ref(`lead.${name}`),
);

/** One index lookup for each value that two leads may share. */
function candidates(scope: Scope, like: Likeness, names: RawBuilder<string[]>): RawBuilder<unknown>[] {
  const one = (condition: RawBuilder<SqlBool>) => sql`
    (select lead.lead_id from ${organizationLeads} where ${visibleRows(scope, "lead")} and lead.deleted_at is null and ${condition}
    limit ${looked})`;
  const any = (column: RawBuilder<unknown>, values: readonly string[]) =>
    values.length === 0 ? [] : [one(sql<SqlBool>`${column} = any(${sql.val([...values])}::text[])`)];
  return [
    ...["phone_e164", "contact1_e164", "contact2_e164"].flatMap((column) =>
      any(sql.ref(`lead.${column}`), like.numbers),
    ),
    ...emailColumns.flatMap((column) => any(column, like.emails)),
    ...nameColumns.map((column) => one(sql<SqlBool>`${column} = any(${names})`)),
    ...maxWordsLength(like.names).map((word) =>
      one(sql<SqlBool>`${sql.join(searchConditions(scope, [word]), sql` and `)}`),
    ),
  ];
}

/** The e-mail addresses of a lead, in lower case. */
export const emailColumns = ["email_key", "contact1_email_key", "contact2_email_key"].map((name) =>
  sql.ref(`lead.${name}`),
);

function others({ lead_id, family_id }: Pick<Lead, "lead_id" | "family_id">): RawBuilder<unknown> {
  return sql`
    and lead.lead_id <> ${lead_id} and lead.family_id is distinct from ${family_id ?? noFamily}
    and not exists (select from lead_not_same apart where apart.organization_id = lead.organization_id
      and apart.lead_id = least(lead.lead_id, ${lead_id}::uuid) and apart.other_id = greatest(lead.lead_id, ${lead_id}::uuid))`;
}

/** A family id that no lead has, for comparing leads without a family. */
const noFamily = "00000000-0000-0000-0000-000000000000";

/** Whether any lead of the organisation, visible or not, has a number or e-mail. */
export async function takenClaims(
  tx: Tx,
  scope: Scope,
  { phone, email }: { phone: string | null; email: string },
): Promise<("phone" | "email")[]> {
  const found = await sql<{ what: "phone" | "email" }>`
    select 'phone' as what where exists (select from lead
      where organization_id = ${scope.organizationId} and phone_e164 = ${phone} and deleted_at is null)
    union all select 'email' where exists (select from lead
      where organization_id = ${scope.organizationId} and email_key = ${email.toLowerCase()} and deleted_at is null)`.execute(
    tx,
  );
  return found.rows.map(({ what }) => what);
}
