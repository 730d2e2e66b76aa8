import type { AccountId, RecordId } from "@homeroom/contract/ids";
import { defaultLanguage, type Language, languages } from "@homeroom/contract/language";
import { sql } from "kysely";
import { colleaguesWhoMay, mailAddresses, peopleByIds } from "#modules/accounts/public";
import { organizationOf } from "#modules/organizations/public";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { postMail } from "#platform/mail/mail";
import { emit } from "#platform/outbox/events";
import type { Platform } from "#platform/server-module";
import { leadsWaiting } from "../events.ts";
import { assignmentsMail } from "../mails.ts";
import { salesOf } from "../queries/people.ts";
import { type FoundRule, rulesOf } from "../queries/rules.ts";

const namedLeads = 20;

interface LeadToAnnounce {
  leadName: string;
  salesId: AccountId | null;
  total: number;
}

/**
 * Mails a rule's addresses all its decisions since the last mail, in one mail. If it leaves leads to staff, its
 * people are mailed too, and people who can assign them are notified in the app. Running twice sends nothing twice. A
 * deleted rule notifies nobody.
 */
export function mailAssignments(
  { db, settings }: Pick<Platform, "db" | "settings">,
  scope: Scope,
  ruleId: RecordId,
): Promise<void> {
  return inTransaction(db, scope, async (tx) => {
    const told = await notifyAll(tx, scope, ruleId);
    const [rule] = await rulesOf(tx, scope, { ids: [ruleId] });
    const [first] = told;
    if (!first || !rule) return;
    const people = await peopleByIds(
      tx,
      scope,
      told.flatMap(({ salesId }) => salesId ?? []),
    );
    const leads = told.map(({ leadName, salesId }) => {
      return { leadName, salesName: (salesId && people.get(salesId)?.nickname) || "" };
    });
    const news = { leads, total: first.total, isWaiting: rule.way === "manual" };
    if (news.isWaiting) await notifyAssigners(tx, scope, rule);
    for (const to of await readersOf(tx, scope, rule))
      await postMail(tx, assignmentsMail(to, news, settings.PUBLIC_URL));
  });
}

/** Marks unsent decisions as sent and returns the first of them with their number. Only one of two callers gets them. */
async function notifyAll(tx: Tx, scope: Scope, ruleId: RecordId): Promise<LeadToAnnounce[]> {
  const found = await sql<LeadToAnnounce>`
    with told as (
      update lead_assignment set told = true
      where organization_id = ${scope.organizationId} and rule_id = ${ruleId} and not told
      returning organization_id, assignment_id, lead_id, sales_id)
    select l.nickname as "leadName", told.sales_id as "salesId", (count(*) over ())::int as total
    from told join assignable_lead l using (organization_id, lead_id)
    order by told.assignment_id limit ${namedLeads}`.execute(tx);
  return found.rows;
}

async function readersOf(tx: Tx, scope: Scope, rule: FoundRule): Promise<{ email: string; language: Language }[]> {
  const locale = (await organizationOf(tx, scope))?.locale;
  const language = languages.find((one) => one === locale) ?? defaultLanguage;
  const people = await mailAddresses(tx, scope, rule.way === "manual" ? await workingMembers(tx, scope, rule) : []);
  const known = new Set(people.map(({ email }) => email.toLowerCase()));
  const addresses = rule.emails.filter((email) => !known.has(email.toLowerCase()));
  return [...people, ...addresses.map((email) => ({ email, language }))];
}

/** The people of a rule who still work at its branch, because the mail names leads. */
async function workingMembers(tx: Tx, scope: Scope, { branchId, members }: FoundRule): Promise<AccountId[]> {
  const working = new Set((await salesOf(tx, scope, [branchId])).map(({ accountId }) => accountId));
  return members.map(({ accountId }) => accountId).filter((id) => working.has(id));
}

const maxCounted = 1000;

/** Notifies everybody at the branch who can assign leads how many of the rule's leads wait for an owner. */
async function notifyAssigners(tx: Tx, scope: Scope, rule: FoundRule): Promise<void> {
  const found = await sql<{ count: number; version: number }>`
    select count(*)::int as count, (extract(epoch from clock_timestamp()) * 1000)::float8 as version from (
      select from lead_assignment t join assignable_lead l using (organization_id, lead_id)
      where t.organization_id = ${scope.organizationId} and t.rule_id = ${rule.ruleId} and t.kind = 'manual'
        and l.sales_id is null and l.tutor_id is null and l.is_open
      group by l.lead_id limit ${maxCounted}) as waiting`.execute(tx);
  const [waiting] = found.rows;
  if (!waiting || waiting.count === 0) return;
  const people = await colleaguesWhoMay(tx, scope, { permission: "crm:lead:assign", branchId: rule.branchId });
  if (people.length === 0) return;
  await emit(tx, leadsWaiting, {
    organizationId: scope.organizationId,
    aggregateId: rule.ruleId,
    payload: { ruleId: rule.ruleId, people, count: waiting.count, version: Math.floor(waiting.version) },
  });
}
