import type { AdLeadProblem } from "@homeroom/contract/ad-leads";
import type { LeadId, RecordId } from "@homeroom/contract/ids";
import type { AdLeadSource } from "@homeroom/database/advertising-tables";
import { leadForVisitor } from "#modules/leads/public";
import { organizationOf } from "#modules/organizations/public";
import type { JsonRecord } from "#platform/calls/read-json";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { lockAdLead, type StoredAdLead } from "../queries/ad-leads.ts";
import { type FormAnswer, linesOfAnswers, personIn } from "../rules/person.ts";

/** Each provider's format of form values, and the name of its forms in a lead's history. */
export type AnswerReaders = Readonly<
  Record<AdLeadSource, { name: string; read: (payload: JsonRecord) => FormAnswer[] }>
>;

/** Makes the lead of a delivery, or finds the person's existing one. Does nothing if the delivery is not waiting. */
export function makeLeadOfAd(
  db: Database,
  scope: Scope,
  { adLeadId, readers }: { adLeadId: RecordId; readers: AnswerReaders },
): Promise<void> {
  return inTransaction(db, scope, async (tx) => {
    const row = await lockAdLead(tx, scope, adLeadId);
    if (row?.state !== "waiting") return;
    const { name, read } = readers[row.source];
    const answers = read(row.payload);
    const country = (await organizationOf(tx, scope))?.country ?? "";
    const person = personIn(answers, country);
    if (person.nickname === "" && person.phoneE164 === null && person.email === "")
      return settle(tx, row, { problem: "noContact" });
    const { leadId } = await leadForVisitor(tx, scope, {
      ...person,
      branchId: row.branch_id,
      channelId: row.channel_id,
      secondaryChannelId: row.secondary_channel_id,
      from: name,
      said: [linesOfAnswers(answers), ...sourceLines(row)].join("\n"),
      at: row.filled_at ?? row.created_at,
    });
    await settle(tx, row, { leadId });
  });
}

/** Records the outcome of a delivery that waits for one. */
export async function settle(
  tx: Tx,
  row: Pick<StoredAdLead, "organization_id" | "ad_lead_id">,
  outcome: { leadId: LeadId } | { problem: AdLeadProblem },
): Promise<void> {
  const columns =
    "leadId" in outcome
      ? { state: "done" as const, lead_id: outcome.leadId, done_at: new Date() }
      : { state: "failed" as const, problem: outcome.problem };
  await tx
    .updateTable("ad_lead")
    .set(columns)
    .where("organization_id", "=", row.organization_id)
    .where("ad_lead_id", "=", row.ad_lead_id)
    .where("state", "=", "waiting")
    .execute();
}

/** The person's origin, in the same form as for a landing page. */
function sourceLines(row: StoredAdLead): string[] {
  const ids = { form_id: row.form_id, campaign_id: row.campaign_id, adset_id: row.adset_id, ad_id: row.ad_id };
  const clickId = row.payload["gcl_id"];
  const known = { ...ids, ...(typeof clickId === "string" && { gclid: clickId.slice(0, 300) }) };
  return Object.entries(known).flatMap(([name, id]) => (id ? `${name}: ${id}` : []));
}
