import type { Texts } from "@homeroom/contract/language";
import { declaredLeadField, type PlainLeadField } from "@homeroom/contract/lead-fields";
import type { ImportField } from "#modules/imports/public";

const one = (tw: string, cn: string, en: string): Texts => ({ "zh-tw": tw, "zh-cn": cn, en });

/** One of these columns is needed as the lead's name. */
const names = ["fullname", "ename", "lastName", "firstName"] as const;

const phoneWords = ["手機", "手机", "mobile", "mobile phone", "tel", "telephone", "phone number", "cell", "whatsapp"];

/**
 * The columns of leads in imports and exports, in order, with other headings that people use for them. A fully
 * declared field (`plainLeadFields`) has its heading there.
 */
const headings = {
  nickname: {
    labels: one("暱稱", "昵称", "Nickname"),
    required: true,
    instead: names,
    synonyms: [
      "姓名",
      "名稱",
      "名称",
      "name",
      "學生姓名",
      "学生姓名",
      "學員姓名",
      "学员姓名",
      "客戶姓名",
      "客户姓名",
    ].concat([
      "學生",
      "学生",
      "學員",
      "学员",
      "小朋友姓名",
      "孩子姓名",
      "student",
      "student name",
      "lead",
      "customer",
      "contact name",
    ]),
  },
  fullname: { synonyms: ["中文姓名", "中文名", "chinese name", "full name"] },
  ename: { synonyms: ["英文姓名", "english"] },
  lastName: { synonyms: ["姓", "surname", "family name"] },
  firstName: { synonyms: ["名", "given name"] },
  gender: { synonyms: ["sex"] },
  birthday: { synonyms: ["出生日期", "出生年月日", "birthday", "birth date", "birthdate", "dob"] },
  country: { synonyms: ["國家", "国家", "地區", "地区", "region"] },
  areaCode: {
    labels: one("區號", "区号", "Area code"),
    synonyms: ["國碼", "国码", "國際區號", "国际区号", "country code"],
  },
  phone: {
    labels: one("電話", "电话", "Phone"),
    synonyms: ["電話號碼", "电话号码", "手機號碼", "手机号码", "聯絡電話", "联系电话", "學生電話", "学生电话"].concat(
      phoneWords,
    ),
  },
  email: {
    labels: one("電郵", "邮箱", "E-mail"),
    synonyms: ["電子郵件", "電子信箱", "电子邮件", "信箱", "mail", "email address"],
  },
  address: { synonyms: ["住址", "通訊地址", "通讯地址"] },
  school: { synonyms: ["學校", "学校", "幼稚園", "school name"] },
  grade: { synonyms: ["班級", "班级", "就讀年級", "就读年级", "級別", "class"] },
  channel: {
    labels: one("渠道", "渠道", "Channel"),
    synonyms: ["來源", "来源", "名單來源", "名单来源", "一級渠道", "一级渠道", "管道", "source", "lead source"],
  },
  secondaryChannel: {
    labels: one("二級渠道", "二级渠道", "Secondary channel"),
    synonyms: ["次渠道", "子渠道", "來源明細", "来源明细", "sub channel", "campaign"],
  },
  referrer: { synonyms: ["推薦人", "推荐人", "referred by", "referral"] },
  leadDate: {
    labels: one("名單日期", "名单日期", "Lead date"),
    synonyms: [
      "日期",
      "登記日期",
      "登记日期",
      "查詢日期",
      "查询日期",
      "諮詢日期",
      "咨询日期",
      "建檔日期",
      "date",
      "enquiry date",
    ],
  },
  sales: {
    labels: one("業務", "销售", "Sales"),
    synonyms: [
      "業務員",
      "销售员",
      "負責人",
      "负责人",
      "跟進人",
      "跟进人",
      "顧問",
      "顾问",
      "owner",
      "consultant",
      "salesperson",
    ],
  },
  tutor: { labels: one("導師", "导师", "Tutor"), synonyms: ["班主任", "輔導老師", "辅导老师", "teacher"] },
  status: {
    labels: one("狀態", "状态", "Status"),
    synonyms: ["名單狀態", "名单状态", "進度", "进度", "stage", "lead status"],
  },
  result: {
    labels: one("聯絡結果", "联系结果", "Contact result"),
    synonyms: ["跟進結果", "跟进结果", "結果", "结果", "result", "outcome"],
  },
  nextContactDate: {
    labels: one("下次聯絡", "下次联系", "Next contact"),
    synonyms: [
      "下次聯絡日期",
      "下次联系日期",
      "下次跟進",
      "下次跟进",
      "回訪日期",
      "回访日期",
      "next contact date",
      "follow up",
    ],
  },
  regularContact: {
    labels: one("定期聯絡", "定期联系", "Regular contact"),
    synonyms: ["定期聯絡類型", "定期联系类型", "regular contact type"],
  },
  tag: {
    labels: one("標籤", "标签", "Tags"),
    synonyms: ["標記", "标记", "tag", "label", "labels"],
    many: "list",
  },
  contact1Name: {
    labels: one("聯絡人 1", "联系人 1", "Contact 1"),
    synonyms: [
      "聯絡人",
      "联系人",
      "聯絡人1姓名",
      "联系人1姓名",
      "家長",
      "家长",
      "家長姓名",
      "家长姓名",
      "parent",
      "parent name",
      "guardian",
    ],
  },
  contact1AreaCode: {
    labels: one("聯絡人 1 區號", "联系人 1 区号", "Contact 1 area code"),
    synonyms: [],
  },
  contact1Phone: {
    labels: one("聯絡人 1 電話", "联系人 1 电话", "Contact 1 phone"),
    synonyms: [
      "聯絡人電話",
      "联系人电话",
      "家長電話",
      "家长电话",
      "家長手機",
      "家长手机",
      "parent phone",
      "電話2",
      "电话2",
      "電話 (2)",
      "电话 (2)",
      "phone 2",
    ],
  },
  contact1Email: {
    labels: one("聯絡人 1 電郵", "联系人 1 邮箱", "Contact 1 e-mail"),
    synonyms: ["家長電郵", "家长邮箱", "parent email"],
  },
  contact2Name: {
    labels: one("聯絡人 2", "联系人 2", "Contact 2"),
    synonyms: ["第二聯絡人", "第二联系人", "second contact"],
  },
  contact2AreaCode: {
    labels: one("聯絡人 2 區號", "联系人 2 区号", "Contact 2 area code"),
    synonyms: [],
  },
  contact2Phone: {
    labels: one("聯絡人 2 電話", "联系人 2 电话", "Contact 2 phone"),
    synonyms: ["第二聯絡人電話", "第二联系人电话", "second contact phone"],
  },
  contact2Email: { labels: one("聯絡人 2 電郵", "联系人 2 邮箱", "Contact 2 e-mail"), synonyms: [] },
  acceptmessage: { synonyms: ["接收訊息", "接收消息", "opt in", "marketing consent"] },
  appopenflag: { synonyms: ["app", "app 開通", "app 开通"] },
  notes: {
    labels: one("備註", "备注", "Notes"),
    synonyms: ["note", "remark", "remarks", "說明", "说明", "跟進紀錄", "跟进记录", "comment", "comments"],
    many: "lines",
  },
} as const satisfies Record<PlainLeadField, PlainHeading> & Record<string, PlainHeading | OwnHeading>;

interface PlainHeading {
  synonyms: readonly string[];
}

type OwnHeading = Omit<ImportField, "field">;

export type LeadColumn = keyof typeof headings;

/** The columns of a table of leads, in their order. */
export const leadTable = (Object.keys(headings) as LeadColumn[]).map((field): ImportField & { field: LeadColumn } => {
  const heading: PlainHeading | OwnHeading = headings[field];
  if ("labels" in heading) return { field, ...heading };
  return { field, labels: headingOf(field), synonyms: heading.synonyms };
});

function headingOf(field: string): Texts {
  const declared = declaredLeadField(field);
  if (!declared) throw new Error(`${field} is not a plain field of a lead`);
  return declared.heading ?? declared.labels;
}
