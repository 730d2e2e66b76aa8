import type { Language, Texts } from "@homeroom/contract/language";
import { declaredLeadField, isPlainLeadField, type PlainLeadField } from "@homeroom/contract/lead-fields";
import { leadTypes } from "@homeroom/contract/leads";
import type { TableCell } from "#platform/tables/write-csv";
import type { Lead } from "../record/queries/load-lead.ts";
import { typeLabels } from "../record/rules/labels.ts";
import { columnOfPlain } from "../record/rules/lead-row.ts";
import { type LeadColumn, leadTable } from "../record/rules/lead-table.ts";

/** The current names of the ids in a lead. */
export interface ExportNames {
  person(id: Lead["sales_id"]): string;
  item(id: Lead["status_id"]): string;
  channel(id: Lead["channel_id"]): string;
  tags(ids: Lead["tag_ids"]): readonly string[];
  branch(id: Lead["branch_id"]): string;
  /** A time in the time zone of the lead's branch, `YYYY-MM-DD HH:mm:ss`. */
  time(moment: Date | null, branchId: Lead["branch_id"]): string;
}

export interface ExportColumn {
  readonly field: string;
  readonly labels: Texts;
  cell(lead: Lead, names: ExportNames, language: Language): TableCell;
}

const one = (tw: string, cn: string, en: string): Texts => ({ "zh-tw": tw, "zh-cn": cn, en });

export const exportWords = {
  leads: one("名單", "名单", "Leads"),
  students: one("學員", "学员", "Students"),
};

const words = {
  yes: one("是", "是", "Yes"),
  no: one("否", "否", "No"),
};

function cellOf(field: LeadColumn): ExportColumn["cell"] {
  return isPlainLeadField(field) ? (lead, _names, language) => plainCell(lead, field, language) : ownCells[field];
}

/** A declared field: choices by their names, empty if not set. */
function plainCell(lead: Lead, field: PlainLeadField, language: Language): string {
  const { kind, names } = declaredLeadField(field) ?? {};
  const value = lead[columnOfPlain(field)];
  if (kind === "flag") return (value === true ? words.yes : words.no)[language];
  if (kind === "choice") return value === 0 ? "" : (names?.[Number(value)]?.[language] ?? "");
  return String(value ?? "");
}

const contactCells = {
  contact1Name: ({ contact1 }) => contact1.name ?? "",
  contact1AreaCode: ({ contact1 }) => contact1.areaCode ?? "",
  contact1Phone: ({ contact1 }) => contact1.phone ?? "",
  contact1Email: ({ contact1 }) => contact1.email ?? "",
  contact2Name: ({ contact2 }) => contact2.name ?? "",
  contact2AreaCode: ({ contact2 }) => contact2.areaCode ?? "",
  contact2Phone: ({ contact2 }) => contact2.phone ?? "",
  contact2Email: ({ contact2 }) => contact2.email ?? "",
} satisfies Record<string, ExportColumn["cell"]>;

const ownCells: Record<Exclude<LeadColumn, PlainLeadField>, ExportColumn["cell"]> = {
  ...contactCells,
  nickname: (lead) => lead.nickname,
  areaCode: (lead) => lead.area_code,
  phone: (lead) => lead.phone,
  email: (lead) => lead.email,
  channel: (lead, names) => names.channel(lead.channel_id),
  secondaryChannel: (lead, names) => names.channel(lead.secondary_channel_id),
  leadDate: (lead) => lead.lead_date,
  sales: (lead, names) => names.person(lead.sales_id),
  tutor: (lead, names) => names.person(lead.tutor_id),
  status: (lead, names) => names.item(lead.status_id),
  result: (lead, names) => names.item(lead.result_id),
  nextContactDate: (lead) => lead.next_contact_date ?? "",
  regularContact: (lead, names) => names.item(lead.regular_contact_id),
  tag: (lead, names, language) => names.tags(lead.tag_ids).join(language === "en" ? ", " : "、"),
  notes: (lead) => lead.notes,
};

/** The columns that an import accepts, with the same headings: an export can be imported again. */
const imported: readonly ExportColumn[] = leadTable.map(({ field, labels }) => ({
  field,
  labels,
  cell: cellOf(field),
}));

const kept: readonly ExportColumn[] = [
  { field: "branch", labels: one("分校", "分校", "Branch"), cell: (lead, names) => names.branch(lead.branch_id) },
  {
    field: "leadType",
    labels: one("名單類型", "名单类型", "Lead type"),
    cell: (lead, _names, language) => typeName(lead.lead_type, language),
  },
  {
    field: "lastContactDate",
    labels: one("最近聯絡", "最近联系", "Last contact"),
    cell: (lead, names) => names.time(lead.last_contact_at, lead.branch_id),
  },
  {
    field: "revisitCount",
    labels: one("再次查詢次數", "再次咨询次数", "Enquired again"),
    cell: (lead) => lead.revisit_count,
  },
  {
    field: "createTime",
    labels: one("建立時間", "创建时间", "Created"),
    cell: (lead, names) => names.time(lead.created_at, lead.branch_id),
  },
  {
    field: "updateTime",
    labels: one("更新時間", "更新时间", "Updated"),
    cell: (lead, names) => names.time(lead.updated_at, lead.branch_id),
  },
];

const ofApp: readonly ExportColumn[] = [
  { field: "appDevice", labels: one("裝置", "设备", "Device"), cell: (lead) => lead.app_device },
  {
    field: "systemVersion",
    labels: one("系統版本", "系统版本", "System version"),
    cell: (lead) => lead.system_version,
  },
  { field: "appVersion", labels: one("App 版本", "App 版本", "App version"), cell: (lead) => lead.app_version },
];

/** The columns of exported leads, in their order: those of the import first. */
export const leadColumns: readonly ExportColumn[] = [...imported, ...kept];

const studentFields =
  "nickname fullname ename gender birthday areaCode phone email school grade sales tutor status nextContactDate regularContact tag contact1Name contact1AreaCode contact1Phone contact1Email appopenflag notes".split(
    " ",
  );

/** The columns of exported students: who they are, who looks after them, and the app. */
export const studentColumns: readonly ExportColumn[] = [
  ...imported.filter(({ field }) => studentFields.includes(field)),
  ...ofApp,
  ...kept.filter(({ field }) => field !== "leadType" && field !== "revisitCount"),
];

/** The requested columns, in that order; all if none or only unknown ones are requested. */
export function chosenColumns(
  columns: readonly ExportColumn[],
  wanted: readonly string[] | undefined,
): readonly ExportColumn[] {
  const chosen = [...new Set(wanted)].flatMap((field) => columns.filter((column) => column.field === field));
  return chosen.length > 0 ? chosen : columns;
}

function typeName(leadType: number, language: Language): string {
  const keys = Object.keys(leadTypes) as (keyof typeof leadTypes)[];
  const key = keys.find((name) => leadTypes[name] === leadType);
  return key ? typeLabels[language][key] : "";
}
