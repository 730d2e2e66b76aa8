import type { AddBranchForm } from "@homeroom/contract/branches";
import { isCountryCode } from "@homeroom/contract/countries";
import type { OrganizationFields } from "@homeroom/contract/organization";
import { AppError, type FieldFault } from "#platform/errors/app-error";
import { checkPhone } from "#platform/phones/phones";
import type { Branch } from "../queries/branch-list.ts";
import type { Organization } from "../queries/organization-details.ts";

type BranchFields = Omit<AddBranchForm, "recordID" | "status">;

/** The columns of a branch's form. Throws BRANCH_BAD_PHONE at the wrong part. */
export function branchColumns(form: BranchFields) {
  const phone = checkPhone(form.areaCode, form.phone);
  if ("fault" in phone || phone.e164 === null) {
    refuse([{ field: "fault" in phone ? phone.fault : "phone", name: "BRANCH_BAD_PHONE" }]);
  }
  return {
    name: form.name,
    ename: form.ename,
    contact_name: form.contactName,
    email: form.email,
    area_code: form.areaCode,
    phone: "digits" in phone ? phone.digits : form.phone,
    address: form.address,
    time_zone: form.timezone,
    established_on: form.establishmentDate || null,
    lease_ends_on: form.leaseExpiry || null,
    introduction: form.introduction,
  };
}

/** A branch's data under the names of the form and the audit log. */
export function branchFields(branch: Omit<Branch, "organization_id" | "branch_id">): BranchFields & { status: number } {
  return {
    name: branch.name,
    ename: branch.ename,
    contactName: branch.contact_name,
    email: branch.email,
    areaCode: branch.area_code,
    phone: branch.phone,
    address: branch.address,
    timezone: branch.time_zone,
    establishmentDate: branch.established_on ?? "",
    leaseExpiry: branch.lease_ends_on ?? "",
    introduction: branch.introduction,
    status: branch.status,
  };
}

/** The columns of the organisation's form. Throws LOGIN_INVALID_PHONE, or FIELD_INVALID for an unknown country. */
export function organizationColumns(form: OrganizationFields, now: Organization) {
  const phone = checkPhone(form.areaCode, form.phone);
  if ("fault" in phone) throw refusal([{ field: phone.fault, name: "LOGIN_INVALID_PHONE" }]);
  if (!isCountryCode(form.country)) refuse([{ field: "country", name: "FIELD_INVALID" }]);
  return {
    name: form.organizationName,
    business_category: form.businessCategory,
    branch_count: form.branchInfo,
    contact_first_name: form.firstName,
    contact_last_name: form.lastName,
    area_code: form.areaCode,
    phone: phone.digits,
    email: form.email,
    country: form.country,
    location: form.location,
    source: form.fromWhere,
    accepts_messages: form.acceptMessage === 1,
    time_zone: form.timeZone,
    locale: form.locale,
    logo_file_id: form.logoFileID,
    two_step_required_at: form.twoStepRequired ? (now.two_step_required_at ?? new Date()) : null,
    random_initial_passwords: form.randomInitialPasswords,
  };
}

/** The organisation's data under the names of the form and the audit log. */
export function organizationFields(row: Organization): OrganizationFields {
  return {
    organizationName: row.name,
    businessCategory: row.business_category,
    branchInfo: row.branch_count,
    firstName: row.contact_first_name,
    lastName: row.contact_last_name,
    areaCode: row.area_code,
    phone: row.phone,
    email: row.email,
    country: row.country,
    location: row.location,
    fromWhere: row.source,
    acceptMessage: row.accepts_messages ? 1 : 0,
    timeZone: row.time_zone,
    logoFileID: row.logo_file_id,
    twoStepRequired: row.two_step_required_at !== null,
    randomInitialPasswords: row.random_initial_passwords,
    locale: row.locale,
  };
}

function refusal(fields: FieldFault[]): AppError {
  return new AppError(fields[0]?.name ?? "FIELD_INVALID", {}, { fields });
}

function refuse(fields: FieldFault[]): void {
  throw refusal(fields);
}
