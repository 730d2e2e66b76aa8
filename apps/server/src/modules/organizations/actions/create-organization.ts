import { BranchId, type OrganizationId } from "@homeroom/contract/ids";
import type { Language } from "@homeroom/contract/language";
import { sql } from "kysely";
import { v7 } from "uuid";
import type { Tx } from "#platform/db/transaction";

/** An organisation as it registers, with its first branch. */
export interface NewOrganization {
  readonly organizationId: OrganizationId;
  readonly name: string;
  readonly businessCategory: string;
  readonly branchCount: string;
  readonly country: string;
  readonly timeZone: string;
  readonly language: Language;
  readonly location: string;
  readonly source: string;
  readonly contact: { readonly firstName: string; readonly lastName: string; readonly name: string };
  readonly email: string;
  readonly areaCode: string;
  readonly phone: string;
  readonly acceptsMessages: boolean;
  readonly trialDays: number;
  readonly branchName: string;
}

/** Creates an organisation with a free trial and its first branch, in the transaction of the new organisation's own scope. */
export async function createOrganization(
  tx: Tx,
  made: NewOrganization,
): Promise<{ branchId: BranchId; trialEndsAt: Date }> {
  const trialEndsAt = await insertOrganization(tx, made);
  const branchId = BranchId.parse(v7());
  await tx
    .insertInto("branch")
    .values({
      organization_id: made.organizationId,
      branch_id: branchId,
      name: made.branchName,
      time_zone: made.timeZone,
      contact_name: made.contact.name,
      email: made.email,
      area_code: made.areaCode,
      phone: made.phone,
      address: made.location,
    })
    .execute();
  return { branchId, trialEndsAt };
}

async function insertOrganization(tx: Tx, made: NewOrganization): Promise<Date> {
  const { expires_at } = await tx
    .insertInto("organization")
    .values({
      organization_id: made.organizationId,
      name: made.name,
      business_category: made.businessCategory,
      branch_count: made.branchCount,
      country: made.country,
      time_zone: made.timeZone,
      locale: made.language,
      location: made.location,
      source: made.source,
      contact_first_name: made.contact.firstName,
      contact_last_name: made.contact.lastName,
      email: made.email,
      area_code: made.areaCode,
      phone: made.phone,
      accepts_messages: made.acceptsMessages,
      membership: "trial",
      expires_at: sql<Date>`now() + make_interval(days => ${made.trialDays})`,
    })
    .returning("expires_at")
    .executeTakeFirstOrThrow();
  return expires_at as Date;
}
