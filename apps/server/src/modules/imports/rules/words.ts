import type { Texts } from "@homeroom/contract/language";
import type { UndoneRecord } from "../port.ts";

/** An error with its row number, for people who only read the list. */
export const rowMessage: Texts = {
  "zh-tw": "第 {row} 列：{message}",
  "zh-cn": "第 {row} 行：{message}",
  en: "Row {row}: {message}",
};

/** Why an undo left a record. */
export const keptReasons: Record<Exclude<UndoneRecord, "undone">, Texts> = {
  changed: { "zh-tw": "匯入後有人修改過", "zh-cn": "导入后有人修改过", en: "It was changed after the import" },
  used: { "zh-tw": "匯入後已在使用", "zh-cn": "导入后已在使用", en: "It has been used since the import" },
  gone: { "zh-tw": "已經刪除", "zh-cn": "已经删除", en: "It has already been deleted" },
};

/** Headings and sheet names of the generated files. */
export const fileWords = {
  errorSheet: { "zh-tw": "錯誤資料", "zh-cn": "错误数据", en: "Wrong rows" },
  row: { "zh-tw": "原列號", "zh-cn": "原行号", en: "Row in the file" },
  reason: { "zh-tw": "原因", "zh-cn": "原因", en: "Reason" },
  dataSheet: { "zh-tw": "資料", "zh-cn": "数据", en: "Data" },
  notesSheet: { "zh-tw": "填寫說明", "zh-cn": "填写说明", en: "How to fill it in" },
  field: { "zh-tw": "欄位", "zh-cn": "列", en: "Column" },
  required: { "zh-tw": "必填", "zh-cn": "必填", en: "Required" },
  yes: { "zh-tw": "是", "zh-cn": "是", en: "Yes" },
  note: { "zh-tw": "說明", "zh-cn": "说明", en: "What to enter" },
  nickname: { "zh-tw": "暱稱", "zh-cn": "昵称", en: "Nickname" },
  email: { "zh-tw": "電郵", "zh-cn": "邮箱", en: "E-mail" },
  staffID: { "zh-tw": "員工編號", "zh-cn": "员工编号", en: "Staff ID" },
  password: { "zh-tw": "初始密碼", "zh-cn": "初始密码", en: "Initial password" },
} satisfies Record<string, Texts>;
