import { staff } from "@homeroom/contract/staff";
import { picture } from "./picture.ts";
import { named, of, rowless, type Samples, type Wall } from "./sample.ts";
import type { StaffRows } from "./staff-rows.ts";

/** People are kept apart by branches; nobody owns a colleague. */
const branches: readonly Wall[] = ["organization", "branch"];

/** Every form has an e-mail of its own, so that none is refused because it is taken. */
let forms = 0;
const newForm = () => ({ nickname: "新同事", email: `new-${++forms}@people.homeroom.test` });
const formOf = (rows: StaffRows) => ({
  id: rows.staffId,
  version: rows.version,
  nickname: rows.nickname,
  email: `edited-${++forms}@people.homeroom.test`,
  roleIds: [rows.roleId],
  branchIDs: [rows.branchId],
});

const lists = (endpoint: typeof staff.list | typeof staff.teachers) =>
  of(endpoint, {
    requests: ({ staff: rows }) => [
      { pageSize: 100 },
      { keywords: rows.nickname },
      { branchID: [rows.branchId] },
      { role: [rows.roleId] },
    ],
    expect: "blank",
    shows: ({ staff: rows }) => rows.staffId,
    walls: branches,
  });

export const staffSamples: Samples["staff"] = {
  list: lists(staff.list),
  teachers: lists(staff.teachers),
  // A compressed file, in which a search for texts finds nothing: accounts/staff-import.test.ts opens it.
  exportAll: rowless(staff.exportAll, {}),
  choices: rowless(staff.choices, {}),
  form: of(staff.form, {
    requests: ({ staff: rows }) => [{ id: rows.staffId }, { id: rows.leftId }],
    expect: "missing",
    shows: ({ staff: rows }) => rows.nickname,
    walls: branches,
  }),
  add: of(staff.add, {
    requests: () => [{ ...newForm(), status: 0 }],
    expect: "blank",
    mixed: (mine, theirs, wall) => [
      { ...newForm(), recordsn: theirs.staff.staffId, roleIds: [mine.staff.roleId], branchIDs: [mine.branchId] },
      { ...newForm(), roleIds: [mine.staff.roleId], branchIDs: [mine.branchId, theirs.branchId] },
      { ...newForm(), branchIDs: [mine.branchId], roleIds: [mine.staff.roleId], avatarFileID: theirs.fileId },
      ...(wall === "organization"
        ? [{ ...newForm(), branchIDs: [mine.branchId], roleIds: [theirs.staff.roleId] }]
        : []),
    ],
    walls: branches,
  }),
  edit: named(staff.edit, ({ staff: rows }) => formOf(rows), {
    mixed: (mine, theirs, wall) => [
      { ...formOf(mine.staff), branchIDs: [mine.branchId, theirs.branchId] },
      { ...formOf(mine.staff), avatarFileID: theirs.fileId },
      ...(wall === "organization" ? [{ ...formOf(mine.staff), roleIds: [theirs.staff.roleId] }] : []),
    ],
    walls: branches,
  }),
  resetPassword: named(staff.resetPassword, ({ staff: rows }) => ({ id: rows.staffId }), { walls: branches }),
  remove: named(staff.remove, ({ staff: rows }) => ({ ids: [rows.staffId] }), {
    mixed: (mine, theirs) => [{ ids: [mine.staff.staffId, theirs.staff.staffId] }],
    walls: branches,
  }),
  updateStatus: named(staff.updateStatus, ({ staff: rows }) => ({ recordsn: [rows.staffId], status: 0 }), {
    mixed: (mine, theirs) => [{ recordsn: [mine.staff.staffId, theirs.staff.staffId], status: 2 }],
    walls: branches,
  }),
  erase: named(staff.erase, ({ staff: rows }) => ({ recordsn: rows.leftId }), { walls: branches }),
  uploadAvatar: named(staff.uploadAvatar, ({ staff: rows }) => ({ recordsn: rows.staffId }), {
    walls: branches,
    file: picture,
  }),
};
