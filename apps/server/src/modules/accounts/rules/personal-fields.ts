import type { OwnFields } from "@homeroom/contract/own-account";
import type { AccountTable } from "@homeroom/database/people-tables";
import type { Selectable } from "kysely";

type PersonalColumn =
  | ("nickname" | "first_name" | "last_name" | "ename" | "area_code" | "phone" | "gender" | "birth_date")
  | ("education" | "school" | "introduction" | "address")
  | ("emergency_name" | "emergency_area_code" | "emergency_phone" | "emergency_email");

/** The fields that people write about themselves, in their stored form. */
export function personalFields(account: Pick<Selectable<AccountTable>, PersonalColumn>): OwnFields {
  return {
    nickname: account.nickname,
    firstName: account.first_name,
    lastName: account.last_name,
    ename: account.ename,
    areaCode: account.area_code,
    phone: account.phone,
    gender: account.gender,
    birthdate: account.birth_date ?? "",
    education: account.education,
    school: account.school,
    introduction: account.introduction,
    address: account.address,
    emergencyContact: {
      name: account.emergency_name,
      areaCode: account.emergency_area_code,
      phone: account.emergency_phone,
      email: account.emergency_email,
    },
  };
}
