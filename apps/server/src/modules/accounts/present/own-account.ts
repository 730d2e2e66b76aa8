import { languages } from "@homeroom/contract/language";
import type { OwnAccount } from "@homeroom/contract/own-account";
import type { Actor } from "#platform/auth/actor";
import type { AccountRecord } from "../queries/own-account.ts";

type Rest = Pick<OwnAccount, "roles" | "branches" | "department" | "organization" | "avatar">;

/** A person's own record, as they see it. */
export function presentOwnAccount(actor: Actor, record: AccountRecord, rest: Rest): OwnAccount {
  return {
    recordsn: record.account_id,
    version: record.version,
    accountName: record.email,
    staffID: record.staff_id ?? "",
    email: record.email,
    nickname: record.nickname,
    firstName: record.first_name,
    lastName: record.last_name,
    ename: record.ename,
    areaCode: record.area_code,
    phone: record.phone,
    gender: record.gender,
    birthdate: record.birth_date ?? "",
    education: record.education,
    school: record.school,
    introduction: record.introduction,
    address: record.address,
    emergencyContact: {
      name: record.emergency_name,
      areaCode: record.emergency_area_code,
      phone: record.emergency_phone,
      email: record.emergency_email,
    },
    locale: languages.find((one) => one === record.locale) ?? "zh-tw",
    createDate: record.created_at.toISOString(),
    mayIssueKeys: actor.isOwner,
    ...rest,
  };
}
