import type { AccountTable } from "@homeroom/database/people-tables";
import type { Updateable } from "kysely";
import type { StaffPerson } from "../queries/load-person.ts";
import { personalFields } from "./personal-fields.ts";
import type { CheckedStaff, StaffFields } from "./staff-rules.ts";

/** The columns of an account that a form of staff writes. */
export function columnsOf(form: StaffFields, checked: CheckedStaff) {
  const { emergencyContact } = form;
  return {
    staff_id: form.staffID || null,
    nickname: form.nickname,
    first_name: form.firstName,
    last_name: form.lastName,
    ename: form.ename,
    email: form.email,
    area_code: form.areaCode,
    phone: checked.phone,
    department_id: form.deptID,
    gender: form.gender,
    birth_date: form.birthdate || null,
    education: form.education,
    school: form.school,
    introduction: form.introduction,
    address: form.address,
    emergency_name: emergencyContact.name,
    emergency_area_code: emergencyContact.areaCode,
    emergency_phone: checked.emergencyPhone,
    emergency_email: emergencyContact.email,
    notes: form.notes,
    avatar_file_id: form.avatarFileID,
  } satisfies Updateable<AccountTable>;
}

/** A person in the form that the audit log compares: the fields that staff write, with names in place of ids. */
export function auditedFields(person: StaffPerson) {
  return {
    staffID: person.staff_id ?? "",
    nickname: person.nickname,
    firstName: person.first_name,
    lastName: person.last_name,
    ename: person.ename,
    email: person.email,
    areaCode: person.area_code,
    phone: person.phone,
    roles: person.roles.map(({ name }) => name),
    branches: person.branches.map(({ name }) => name),
    department: person.department_name,
    status: person.status,
    gender: person.gender,
    birthdate: person.birth_date ?? "",
    education: person.education,
    school: person.school,
    introduction: person.introduction,
    address: person.address,
    emergencyName: person.emergency_name,
    emergencyAreaCode: person.emergency_area_code,
    emergencyPhone: person.emergency_phone,
    emergencyEmail: person.emergency_email,
    notes: person.notes,
    avatar: person.avatar_file_id,
  };
}

/** A person's record as a form that would save it unchanged. */
export function formOf(person: StaffPerson) {
  return {
    id: person.account_id,
    version: person.version,
    staffID: person.staff_id ?? "",
    ...personalFields(person),
    email: person.email,
    roleIds: person.roles.map(({ id }) => id),
    branchIDs: person.branches.map(({ branchID }) => branchID),
    deptID: person.department_id,
    notes: person.notes,
    avatarFileID: person.avatar_file_id,
  };
}
