import type { Language } from "@homeroom/contract/language";
import { shownRoleName } from "#modules/roles/public";
import { minuteOf } from "#platform/clock/days";
import type { StaffPerson } from "../queries/load-person.ts";
import { educationNames, genderNames, type StaffColumn, staffTable, statusNames } from "./staff-table.ts";

/** A person as a row of a table: the columns of an import, then their standing and when. */
export function staffCells(person: StaffPerson, as: { language: Language; timeZone: string }): string[] {
  const { language } = as;
  const cells: Record<StaffColumn, string> = {
    nickname: person.nickname,
    // The address of an erased person says nothing.
    email: person.erased_at ? "" : person.email,
    staffID: person.staff_id ?? "",
    lastName: person.last_name,
    firstName: person.first_name,
    ename: person.ename,
    areaCode: person.area_code,
    phone: person.phone,
    roles: person.roles.map(shownRoleName).join(", "),
    branches: person.branches.map(({ name }) => name).join(", "),
    department: person.department_name,
    gender: person.gender === 0 ? "" : (genderNames[person.gender]?.[language] ?? ""),
    birthdate: person.birth_date ?? "",
    education: person.education === 0 ? "" : (educationNames[person.education]?.[language] ?? ""),
    school: person.school,
    introduction: person.introduction,
    address: person.address,
    emergencyName: person.emergency_name,
    emergencyAreaCode: person.emergency_area_code,
    emergencyPhone: person.emergency_phone,
    emergencyEmail: person.emergency_email,
    notes: person.notes,
  };
  const status = statusNames[person.status]?.[language] ?? "";
  const moments = [person.created_at, person.signed_in_at].map((moment) =>
    moment ? minuteOf(moment, as.timeZone) : "",
  );
  return [...staffTable.map(({ field }) => cells[field]), status, ...moments];
}
