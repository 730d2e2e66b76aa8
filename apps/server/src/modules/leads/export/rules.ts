import type { Language, Texts } from "@homeroom/contract/language";
import { leadTypes } from "@homeroom/contract/leads";
import type { Lead } from "../record/queries/load-lead.ts";
import { typeLabels } from "../record/rules/labels.ts";

/** What the ids of a lead stand for, by the words of now. */
export interface ExportNames {
  person(id: Lead["sales_id"]): string;
  item(id: Lead["status_id"]): string;
  channel(id: Lead["channel_id"]): string;
  tags(ids: Lead["tag_ids"]): readonly string[];
  branch(id: Lead["branch_id"]): string;
  /** A moment as the lead's branch writes it, `YYYY-MM-DD HH:mm:ss`. */
  time(moment: Date | null, branchId: Lead["branch_id"]): string;
}

export interface ExportColumn {
  readonly field: string;
  readonly labels: Texts;
  cell(lead: Lead, names: ExportNames, language: Language): string;
}

const one = (tw: string, cn: string, en: string): Texts => ({ "zh-tw": tw, "zh-cn": cn, en });

export const exportWords = {
  leads: one("名單", "名单", "Leads"),
  students: one("學員", "学员", "Students"),
};

const words = {
  yes: one("是", "是", "Yes"),
  no: one("否", "否", "No"),
  genders: [one("保密", "保密", ""), one("男", "男", "Male"), one("女", "女", "Female")],
};

const yesNo = (value: boolean, language: Language) => (value ? words.yes : words.no)[language];

function contact(number: 1 | 2): ExportColumn[] {
  const of = (lead: Lead) => (number === 1 ? lead.contact1 : lead.contact2);
  const field = (name: string) => `contact${number}${name}`;
  const label = (tw: string, cn: string, en: string) =>
    one(`聯絡人 ${number}${tw}`, `联系人 ${number}${cn}`, `Contact ${number}${en}`);
  return [
    { field: field("Name"), labels: label("", "", ""), cell: (lead) => of(lead).name ?? "" },
    {
      field: field("AreaCode"),
      labels: label(" 區號", " 区号", " area code"),
      cell: (lead) => of(lead).areaCode ?? "",
    },
    { field: field("Phone"), labels: label(" 電話", " 电话", " phone"), cell: (lead) => of(lead).phone ?? "" },
    { field: field("Email"), labels: label(" 電郵", " 邮箱", " e-mail"), cell: (lead) => of(lead).email ?? "" },
  ];
}

/** What an import takes as well, under the same headings: an export can be imported again. */
const imported: readonly ExportColumn[] = [
  { field: "nickname", labels: one("暱稱", "昵称", "Nickname"), cell: (lead) => lead.nickname },
  { field: "fullname", labels: one("全名", "全名", "Full name"), cell: (lead) => lead.fullname },
  { field: "ename", labels: one("英文名", "英文名", "English name"), cell: (lead) => lead.ename },
  { field: "lastName", labels: one("姓氏", "姓", "Last name"), cell: (lead) => lead.last_name },
  { field: "firstName", labels: one("名字", "名", "First name"), cell: (lead) => lead.first_name },
  {
    field: "gender",
    labels: one("性別", "性别", "Gender"),
    cell: (lead, _names, language) => (lead.gender === 0 ? "" : (words.genders[lead.gender]?.[language] ?? "")),
  },
  { field: "birthday", labels: one("生日", "生日", "Date of birth"), cell: (lead) => lead.birthday ?? "" },
  { field: "country", labels: one("國家／地區", "国家/地区", "Country"), cell: (lead) => lead.country },
  { field: "areaCode", labels: one("區號", "区号", "Area code"), cell: (lead) => lead.area_code },
  { field: "phone", labels: one("電話", "电话", "Phone"), cell: (lead) => lead.phone },
  { field: "email", labels: one("電郵", "邮箱", "E-mail"), cell: (lead) => lead.email },
  { field: "address", labels: one("地址", "地址", "Address"), cell: (lead) => lead.address },
  { field: "school", labels: one("就讀學校", "就读学校", "School"), cell: (lead) => lead.school },
  { field: "grade", labels: one("年級", "年级", "Grade"), cell: (lead) => lead.grade },
  {
    field: "channel",
    labels: one("渠道", "渠道", "Channel"),
    cell: (lead, names) => names.channel(lead.channel_id),
  },
  {
    field: "secondaryChannel",
    labels: one("二級渠道", "二级渠道", "Secondary channel"),
    cell: (lead, names) => names.channel(lead.secondary_channel_id),
  },
  { field: "referrer", labels: one("介紹人", "介绍人", "Referrer"), cell: (lead) => lead.referrer },
  { field: "leadDate", labels: one("名單日期", "名单日期", "Lead date"), cell: (lead) => lead.lead_date },
  { field: "sales", labels: one("業務", "销售", "Sales"), cell: (lead, names) => names.person(lead.sales_id) },
  { field: "tutor", labels: one("導師", "导师", "Tutor"), cell: (lead, names) => names.person(lead.tutor_id) },
  { field: "status", labels: one("狀態", "状态", "Status"), cell: (lead, names) => names.item(lead.status_id) },
  {
    field: "result",
    labels: one("聯絡結果", "联系结果", "Contact result"),
    cell: (lead, names) => names.item(lead.result_id),
  },
  {
    field: "nextContactDate",
    labels: one("下次聯絡", "下次联系", "Next contact"),
    cell: (lead) => lead.next_contact_date ?? "",
  },
  {
    field: "regularContact",
    labels: one("定期聯絡", "定期联系", "Regular contact"),
    cell: (lead, names) => names.item(lead.regular_contact_id),
  },
  {
    field: "tag",
    labels: one("標籤", "标签", "Tags"),
    cell: (lead, names, language) => names.tags(lead.tag_ids).join(language === "en" ? ", " : "、"),
  },
  ...contact(1),
  ...contact(2),
  {
    field: "acceptmessage",
    labels: one("願意接收推廣訊息", "愿意接收推广消息", "Accepts promotions"),
    cell: (lead, _names, language) => yesNo(lead.accept_message, language),
  },
  {
    field: "appopenflag",
    labels: one("開通 App", "开通 App", "App account"),
    cell: (lead, _names, language) => yesNo(lead.app_open, language),
  },
  { field: "notes", labels: one("備註", "备注", "Notes"), cell: (lead) => lead.notes },
];

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
    cell: (lead) => String(lead.revisit_count),
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

/** The columns that were asked for, in that order; all without a wish, or with one that names none. */
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
