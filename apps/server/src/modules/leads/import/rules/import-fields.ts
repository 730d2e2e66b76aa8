import type { Texts } from "@homeroom/contract/language";
import type { LeadColumn } from "../../record/rules/lead-table.ts";

const one = (tw: string, cn: string, en: string): Texts => ({ "zh-tw": tw, "zh-cn": cn, en });

/** The hint of each column for people who fill it in. */
export const leadNotes: Partial<Record<LeadColumn, Texts>> = {
  nickname: one(
    "最多 64 個字元；沒有時使用全名或英文名",
    "最多 64 个字符；没有时使用全名或英文名",
    "At most 64 characters; if empty, the full name or English name is used",
  ),
  birthday: one(
    "例如 2017-08-21、2017/8/21 或民國 106/8/21",
    "例如 2017-08-21 或 2017/8/21",
    "For example 2017-08-21 or 21 Aug 2017",
  ),
  country: one(
    "名稱或兩個字母，例如 台灣、HK",
    "名称或两个字母，例如 香港、CN",
    "A name or two-letter code, for example Taiwan or HK",
  ),
  areaCode: one(
    "例如 +886；留空時使用分校所在地的區號",
    "例如 +86；留空时使用分校所在地的区号",
    "For example +852; if empty, the one of the branch’s country is used",
  ),
  phone: one(
    "任何寫法都可以，例如 0912-345-678 或 +852 9123 4567；多個號碼時，其餘放到聯絡人",
    "任何写法都可以，例如 138 1234 5678 或 +852 9123 4567；多个号码时，其余放到联系人",
    "Any format, for example +852 9123 4567; if there are several numbers, the others go to the contacts",
  ),
  email: one("機構內不可重複", "机构内不可重复", "Must be unique in the organisation"),
  channel: one("渠道名稱", "渠道名称", "A channel’s name"),
  secondaryChannel: one("該渠道之下的名稱", "该渠道之下的名称", "The name of a channel below that one"),
  sales: one(
    "業務的名稱；留空時按匯入時的選擇分配",
    "销售的名称；留空时按导入时的选择分配",
    "A name; if empty, leads are assigned as chosen for the import",
  ),
  tag: one("多個標籤以逗號分隔", "多个标签用逗号分隔", "Separate several with commas"),
  leadDate: one("留空時為匯入當天", "留空时为导入当天", "If empty, the day of the import is used"),
  nextContactDate: one("例如 2026-12-01", "例如 2026-12-01", "For example 2026-12-01"),
  regularContact: one(
    "定期聯絡的名稱；同時需要下次聯絡的日期",
    "定期联系的名称；同时需要下次联系的日期",
    "The name of a type; it also needs the day of the next contact",
  ),
  acceptmessage: one("是或否", "是或否", "Yes or no"),
  appopenflag: one(
    "是或否；開通需要聯絡人 1 的電話或電郵",
    "是或否；开通需要联系人 1 的电话或邮箱",
    "Yes or no; it needs the phone or e-mail of contact 1",
  ),
};

/** The remark about a cell that was read differently from its text, or left out. */
export const remarkTexts = {
  unknownLeft: one("沒有「{value}」，此項留空", "没有“{value}”，此项留空", "There is no “{value}”; left empty"),
  personLeft: one(
    "這間分校沒有名為「{value}」的人，此項留空",
    "这间分校没有名为“{value}”的人，此项留空",
    "Nobody called “{value}” works at this branch; left empty",
  ),
  personTwice: one(
    "有多人名為「{value}」，此項留空",
    "有多人名为“{value}”，此项留空",
    "Several people are called “{value}”; left empty",
  ),
  mayNotAssign: one("您沒有分配權限，此項留空", "您没有分配权限，此项留空", "You may not assign leads; left empty"),
  tagsFull: one("標籤最多 10 個，其餘略過", "标签最多 10 个，其余略过", "At most 10 tags; the others were left out"),
  kindNeedsDay: one(
    "這一行沒有下次聯絡的日期，只在名單已有日期時採用",
    "这一行没有下次联系的日期，只在名单已有日期时采用",
    "The row has no day of the next contact; used only if the lead already has one",
  ),
  dayRead: one("讀作 {value}", "读作 {value}", "Read as {value}"),
  numberRead: one("讀作 {value}", "读作 {value}", "Read as {value}"),
  numbersSplit: one(
    "有多個號碼：第一個為電話，其餘放到聯絡人或備註",
    "有多个号码：第一个为电话，其余放到联系人或备注",
    "Several numbers: the first is the phone, the others went to the contacts or the notes",
  ),
  emailsSplit: one(
    "有多個電郵：其餘放到聯絡人或備註",
    "有多个邮箱：其余放到联系人或备注",
    "Several addresses: the others went to the contacts or the notes",
  ),
} satisfies Record<string, Texts>;

/** The faults of cells that have no suitable error in the catalogue. */
export const cellFaults = {
  numberLost: one(
    "試算表把號碼存成了科學記號，後面的數字已遺失，請重新輸入",
    "表格把号码存成了科学计数，后面的数字已丢失，请重新输入",
    "The spreadsheet kept this number in scientific notation and lost its last digits; please enter it again",
  ),
} satisfies Record<string, Texts>;

/** The texts in the files themselves. */
export const leadFileWords = {
  template: one("名單匯入範本", "名单导入模板", "Lead import template"),
  sampleName: one("王小明", "王小明", "Ming Wang"),
  sampleContact: one("王太太", "王太太", "Mrs Wang"),
  yes: one("是", "是", "Yes"),
  no: one("否", "否", "No"),
} satisfies Record<string, Texts>;
