import type { BranchInfo, BranchRow, BranchUse, LeadSource } from "@homeroom/contract/branches";
import { defaultLanguage, languages } from "@homeroom/contract/language";
import type { OrganizationInfo, WaitingWipe } from "@homeroom/contract/organization";
import { type Actor, can } from "#platform/auth/actor";
import type { Branch, ListedBranch } from "./queries/branch-list.ts";
import type { Organization } from "./queries/organization-details.ts";
import { branchFields, organizationFields } from "./rules/forms.ts";
import { membershipNow } from "./rules/membership.ts";

export function presentBranch(branch: ListedBranch, actor: Actor): BranchRow {
  return { ...shown(branch, actor), staffCount: branch.staffCount };
}

const maxNames = 20;

export function presentBranchInfo(
  branch: Branch,
  actor: Actor,
  about: { use: BranchUse; isLastOpen: boolean; stranded: readonly string[]; leadSources: readonly LeadSource[] },
): BranchInfo {
  const { use, isLastOpen, stranded, leadSources } = about;
  return {
    ...shown(branch, actor),
    use,
    isLastOpen,
    stranded: { count: stranded.length, names: stranded.slice(0, maxNames) },
    leadSources: { count: leadSources.length, list: leadSources.slice(0, maxNames) },
  };
}

function shown(branch: Branch, actor: Actor) {
  return {
    recordID: branch.branch_id,
    ...branchFields(branch),
    version: branch.version,
    createTime: branch.created_at.toISOString(),
    isCurrent: branch.branch_id === actor.branchId,
  };
}

export function presentOrganization(
  row: Organization,
  actor: Actor,
  about: { logo: string | null; wipe: WaitingWipe | null },
): OrganizationInfo {
  return {
    organizationId: row.organization_id,
    ...organizationFields(row),
    locale: languages.find((one) => one === row.locale) ?? defaultLanguage,
    logo: about.logo,
    version: row.version,
    membership: membershipNow(row, new Date()),
    expiryDate: row.expires_at?.toISOString() ?? null,
    createTime: row.created_at.toISOString(),
    wipe: about.wipe,
    canWipe: actor.isOwner && can(actor, "org:info:wipe"),
  };
}
