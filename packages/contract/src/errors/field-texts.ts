import type { Texts } from "../language.ts";

/**
 * The text beside a field whose rule has no error of its own. `{n}` is the rule's figure. A rule across several fields names
 * its text: `refine(inOrder, { path: ["until"], params: { text: "earlyEnd" } })`, with `n` beside it.
 */
export const fieldTexts = {
  required: { "zh-tw": "此欄位必填", "zh-cn": "此字段必填", en: "This field is required" },
  wrong: { "zh-tw": "格式不正確", "zh-cn": "格式不正确", en: "This is not in the right format" },
  text: { "zh-tw": "請輸入文字", "zh-cn": "请输入文字", en: "Please enter text" },
  number: { "zh-tw": "請輸入數字", "zh-cn": "请输入数字", en: "Please enter a number" },
  email: { "zh-tw": "電郵格式不正確", "zh-cn": "邮箱格式不正确", en: "This is not an e-mail address" },
  url: { "zh-tw": "網址格式不正確", "zh-cn": "网址格式不正确", en: "This is not a web address" },
  date: { "zh-tw": "日期不正確", "zh-cn": "日期不正确", en: "This is not a date" },
  futureDay: { "zh-tw": "日期不可晚於今天", "zh-cn": "日期不能晚于今天", en: "This date is in the future" },
  choice: { "zh-tw": "請選擇列出的選項", "zh-cn": "请选择列出的选项", en: "Please choose one of the options" },
  longText: { "zh-tw": "最多 {n} 個字元", "zh-cn": "最多 {n} 个字符", en: "At most {n} characters" },
  shortText: { "zh-tw": "最少 {n} 個字元", "zh-cn": "最少 {n} 个字符", en: "At least {n} characters" },
  manyItems: { "zh-tw": "最多 {n} 項", "zh-cn": "最多 {n} 项", en: "At most {n} items" },
  fewItems: { "zh-tw": "最少 {n} 項", "zh-cn": "最少 {n} 项", en: "At least {n} items" },
  highNumber: { "zh-tw": "不可大於 {n}", "zh-cn": "不能大于 {n}", en: "It must not be more than {n}" },
  earlyEnd: { "zh-tw": "不可早於開始", "zh-cn": "不能早于开始", en: "It must not be before the start" },
  noStretch: { "zh-tw": "須晚於開始", "zh-cn": "必须晚于开始", en: "It must be after the start" },
  manyDays: { "zh-tw": "最多 {n} 天", "zh-cn": "最多 {n} 天", en: "At most {n} days" },
  lowNumber: { "zh-tw": "不可小於 {n}", "zh-cn": "不能小于 {n}", en: "It must not be less than {n}" },
} satisfies Record<string, Texts>;

export type FieldText = keyof typeof fieldTexts;
