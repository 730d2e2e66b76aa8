import { RecordId } from "@homeroom/contract/ids";
import type { Texts } from "@homeroom/contract/language";
import { v5 } from "uuid";

/** A dictionary that comes with the product, whose records contain the values of its items. */
export interface BuiltInDict {
  readonly code: string;
  readonly titles: Texts;
  readonly items: readonly { readonly value: string; readonly titles: Texts }[];
}

const texts = (tw: string, cn: string, en: string): Texts => ({ "zh-tw": tw, "zh-cn": cn, en });
const item = (value: string | number, tw: string, cn: string, en: string) => ({
  value: String(value),
  titles: texts(tw, cn, en),
});

export const builtInDicts: readonly BuiltInDict[] = [
  {
    code: "gender",
    titles: texts("性別", "性别", "Gender"),
    items: [item(1, "男", "男", "Male"), item(2, "女", "女", "Female"), item(0, "不公開", "保密", "Confidential")],
  },
  {
    code: "education",
    titles: texts("學歷", "学历", "Education"),
    items: [
      item(1, "中學", "中学", "Secondary school"),
      item(2, "副學士或專科", "大专", "College"),
      item(3, "學士", "本科", "Bachelor"),
      item(4, "碩士", "硕士", "Master"),
      item(5, "博士", "博士", "Doctor"),
      item(0, "其他", "其他", "Other"),
    ],
  },
  {
    code: "staff_status",
    titles: texts("員工狀態", "员工状态", "Staff status"),
    items: [item(1, "在職", "在职", "Active"), item(0, "停用", "停用", "Disabled"), item(2, "離職", "离职", "Left")],
  },
  {
    code: "branch_count",
    titles: texts("分校數目", "分校数量", "Number of branches"),
    items: [
      item("1", "1 間", "1 家", "1"),
      item("2-6", "2 至 6 間", "2 至 6 家", "2 to 6"),
      item("7-20", "7 至 20 間", "7 至 20 家", "7 to 20"),
      item("20+", "20 間以上", "20 家以上", "More than 20"),
      item("online", "只有網上課程", "只有线上课程", "Online only"),
    ],
  },
  {
    code: "notice_type",
    titles: texts("公告類型", "公告类型", "Notice type"),
    items: [
      item(1, "一般", "普通", "General"),
      item(2, "系統更新", "系统更新", "System update"),
      item(3, "維護", "维护", "Maintenance"),
      item(4, "活動", "活动", "Event"),
    ],
  },
  {
    code: "notice_level",
    titles: texts("公告等級", "公告等级", "Notice level"),
    items: [item("L", "低", "低", "Low"), item("M", "中", "中", "Medium"), item("H", "高", "高", "High")],
  },
];

const idsOfNames = "0f6d0a52-5c37-5c39-9d0e-3a4d5a1c8f11";

/** The id of a built-in dictionary (`gender`) or item (`gender 1`): derived from its name, the same on every installation. */
export function dictIdOf(name: string): RecordId {
  return RecordId.parse(v5(name, idsOfNames));
}

/** The built-in dictionary with a code. */
export function builtIn(code: string): BuiltInDict | undefined {
  return builtInDicts.find((one) => one.code === code);
}
