import type { LeadSource } from "@homeroom/contract/branches";
import type { LeadSourcesOf } from "#modules/organizations/public";

const on = 1;

/** The forms of advertisements whose leads go to a branch: its Google form and the pages at Meta, where they are switched on. */
export const formsOfBranch: LeadSourcesOf = async (tx, { organizationId }, branchId) => {
  const google = await tx
    .selectFrom("google_lead_setting")
    .select("branch_id")
    .where("organization_id", "=", organizationId)
    .where("branch_id", "=", branchId)
    .where("status", "=", on)
    .execute();
  const meta = await tx
    .selectFrom("meta_page")
    .select("name")
    .where("organization_id", "=", organizationId)
    .where("branch_id", "=", branchId)
    .where("status", "=", on)
    .orderBy("name")
    .execute();
  return [
    ...google.map((): LeadSource => ({ kind: "googleForm", name: "" })),
    ...meta.map(({ name }): LeadSource => ({ kind: "metaPage", name })),
  ];
};
