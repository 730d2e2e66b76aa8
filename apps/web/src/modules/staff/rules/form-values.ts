import type { StaffForm } from "@homeroom/contract/staff";

const formFields = [
  "nickname",
  "staffID",
  "lastName",
  "firstName",
  "ename",
  "gender",
  "birthdate",
  "education",
  "school",
  "introduction",
  "roleIds",
  "branchIDs",
  "deptID",
  "email",
  "areaCode",
  "phone",
  "address",
  "emergencyContact",
  "notes",
  "avatarFileID",
] as const satisfies readonly (keyof StaffForm)[];

/** What the edit form starts with: the record's written fields, its id and its version. */
export function formValues(record: StaffForm) {
  const fields = Object.fromEntries(formFields.map((field) => [field, record[field]])) as Pick<
    StaffForm,
    (typeof formFields)[number]
  >;
  return { ...fields, id: record.recordsn, version: record.version };
}
