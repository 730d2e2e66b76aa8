import { departments } from "@homeroom/contract/departments";
import { dictionary } from "@homeroom/contract/dictionary";
import { log } from "@homeroom/contract/log";
import { named, of, organizationOnly, rowless, type Samples, unsigned } from "./sample.ts";

export const logSamples: Samples["log"] = {
  page: of(log.page, {
    requests: ({ nickname, leadId, salesId }) => [
      { pageSize: 100 },
      { keywords: nickname },
      { subject: leadId },
      { operator: [salesId] },
    ],
    expect: "blank",
    shows: ({ auditId }) => auditId,
    walls: organizationOnly,
  }),
  info: named(log.info, ({ auditId }) => ({ id: auditId }), {
    shows: ({ nickname }) => nickname,
    walls: organizationOnly,
  }),
  export: rowless(log.export, { format: "csv" }, { shows: ({ nickname }) => nickname }),
  operators: rowless(log.operators, {}),
  visitTrend: rowless(log.visitTrend, {}),
  visitStats: rowless(log.visitStats, {}),
};

let codes = 0;
const form = () => ({ name: "新部門", code: `NEW${++codes}` });

export const departmentSamples: Samples["departments"] = {
  tree: rowless(departments.tree, {}, { shows: ({ departmentId }) => departmentId }),
  options: rowless(departments.options, {}, { shows: ({ departmentId }) => departmentId }),
  form: named(departments.form, ({ departmentId }) => ({ id: departmentId }), { walls: organizationOnly }),
  add: of(departments.add, {
    requests: () => [form()],
    expect: "blank",
    walls: organizationOnly,
    mixed: (_mine, { departmentId }) => [{ ...form(), parentId: departmentId }],
  }),
  edit: named(
    departments.edit,
    ({ departmentId, departmentVersion }) => ({ id: departmentId, version: departmentVersion, ...form() }),
    {
      walls: organizationOnly,
      mixed: (mine, { departmentId }) => [
        { id: mine.departmentId, version: mine.departmentVersion, ...form(), parentId: departmentId },
      ],
    },
  ),
  remove: named(departments.remove, ({ departmentId }) => ({ ids: [departmentId] }), {
    walls: organizationOnly,
    mixed: (mine, { departmentId }) => [{ ids: [mine.departmentId, departmentId] }],
  }),
};

/** Shared by all organisations, and only for platform staff: no callers need to be kept apart. */
export const dictionarySamples: Samples["dictionary"] = {
  page: unsigned,
  form: unsigned,
  options: rowless(dictionary.options, { code: "gender" }),
  add: unsigned,
  edit: unsigned,
  remove: unsigned,
};
