import type { EmailContent, Mail } from "@homeroom/contract/email-templates";
import type { LeadId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { leadIdsMatching } from "#modules/leads/public";
import { branchById } from "#modules/organizations/public";
import type { Actor } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Platform } from "#platform/server-module";
import { mailFacts } from "../queries.ts";
import { fillMail } from "../rules/fill-mail.ts";
import { requirePictures } from "./require-pictures.ts";
import { writeMail } from "./write-mail.ts";

const hour = 3_600_000;

/**
 * A mail as a lead would read it, or with its fallbacks. Its links have their real targets. Throws NOT_FOUND for a lead out of
 * sight, FIELD_INVALID for a picture that the caller may not show.
 */
export async function previewMail(
  platform: Platform,
  actor: Actor,
  { leadId, ...content }: EmailContent & { leadId: LeadId | null },
): Promise<Mail> {
  const scope = scopeOf(actor, "bulk:template:query");
  const reach = scopeOf(actor, "crm:lead:all");
  const facts = await inTransaction(platform.db, reach, async (tx) => {
    await requirePictures(tx, scope, actor, content);
    return leadId ? factsInSight(tx, reach, leadId) : factsOfNobody(tx, reach, actor);
  });
  const mail = await writeMail(platform, scope, content, hour);
  return fillMail(mail, { facts, link: (number) => mail.links[number] ?? "", unsubscribe: "#" });
}

async function factsInSight(tx: Tx, scope: Scope, leadId: LeadId) {
  const seen = await sql`select from ${leadIdsMatching(scope, { leadIds: [leadId] })} as seen`.execute(tx);
  const facts = seen.rows.length > 0 ? (await mailFacts(tx, scope, [leadId])).get(leadId) : undefined;
  if (!facts) throw new AppError("NOT_FOUND");
  return facts;
}

/** The fallbacks replace a lead's values, in the caller's branch. */
async function factsOfNobody(tx: Tx, scope: Scope, { branchId }: Actor) {
  return { nickname: "", sales: "", branch: (await branchById(tx, scope, branchId))?.name ?? "" };
}
