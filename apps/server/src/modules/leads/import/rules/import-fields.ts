import type { Texts } from "@homeroom/contract/language";
import type { ImportField } from "#modules/imports/public";

const one = (tw: string, cn: string, en: string): Texts => ({ "zh-tw": tw, "zh-cn": cn, en });

/** Any of these calls a lead by a name. */
const names = ["fullname", "ename", "lastName", "firstName"] as const;

const phoneWords = ["手機", "手机", "mobile", "mobile phone", "tel", "telephone", "phone number", "cell", "whatsapp"];

/** The columns of leads in tables that come and go, in their order, with other headings that people give them. */
export const leadTable = [
  {
    field: "nickname",
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
  {
    field: "fullname",
    labels: one("全名", "全名", "Full name"),
    synonyms: ["中文姓名", "中文名", "chinese name", "full name"],
  },
  { field: "ename", labels: one("英文名", "英文名", "English name"), synonyms: ["英文姓名", "english"] },
  { field: "lastName", labels: one("姓氏", "姓", "Last name"), synonyms: ["姓", "surname", "family name"] },
  { field: "firstName", labels: one("名字", "名", "First name"), synonyms: ["名", "given name"] },
  { field: "gender", labels: one("性別", "性别", "Gender"), synonyms: ["sex"] },
  {
    field: "birthday",
    labels: one("生日", "生日", "Date of birth"),
    synonyms: ["出生日期", "出生年月日", "birthday", "birth date", "birthdate", "dob"],
  },
  {
    field: "country",
    labels: one("國家／地區", "国家/地区", "Country"),
    synonyms: ["國家", "国家", "地區", "地区", "region"],
  },
  {
    field: "areaCode",
    labels: one("區號", "区号", "Area code"),
    synonyms: ["國碼", "国码", "國際區號", "国际区号", "country code"],
  },
  {
    field: "phone",
    labels: one("電話", "电话", "Phone"),
    synonyms: ["電話號碼", "电话号码", "手機號碼", "手机号码", "聯絡電話", "联系电话", "學生電話", "学生电话"].concat(
      phoneWords,
    ),
  },
  {
    field: "email",
    labels: one("電郵", "邮箱", "E-mail"),
    synonyms: ["電子郵件", "電子信箱", "电子邮件", "信箱", "mail", "email address"],
  },
  { field: "address", labels: one("地址", "地址", "Address"), synonyms: ["住址", "通訊地址", "通讯地址"] },
  {
    field: "school",
    labels: one("就讀學校", "就读学校", "School"),
    synonyms: ["學校", "学校", "幼稚園", "school name"],
  },
  {
    field: "grade",
    labels: one("年級", "年级", "Grade"),
    synonyms: ["班級", "班级", "就讀年級", "就读年级", "級別", "class"],
  },
  {
    field: "channel",
    labels: one("渠道", "渠道", "Channel"),
    synonyms: ["來源", "来源", "名單來源", "名单来源", "一級渠道", "一级渠道", "管道", "source", "lead source"],
  },
  {
    field: "secondaryChannel",
    labels: one("二級渠道", "二级渠道", "Secondary channel"),
    synonyms: ["次渠道", "子渠道", "來源明細", "来源明细", "sub channel", "campaign"],
  },
  {
    field: "referrer",
    labels: one("介紹人", "介绍人", "Referrer"),
    synonyms: ["推薦人", "推荐人", "referred by", "referral"],
  },
  {
    field: "leadDate",
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
  {
    field: "sales",
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
  { field: "tutor", labels: one("導師", "导师", "Tutor"), synonyms: ["班主任", "輔導老師", "辅导老师", "teacher"] },
  {
    field: "status",
    labels: one("狀態", "状态", "Status"),
    synonyms: ["名單狀態", "名单状态", "進度", "进度", "stage", "lead status"],
  },
  {
    field: "result",
    labels: one("聯絡結果", "联系结果", "Contact result"),
    synonyms: ["跟進結果", "跟进结果", "結果", "结果", "result", "outcome"],
  },
  {
    field: "nextContactDate",
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
  {
    field: "regularContact",
    labels: one("定期聯絡", "定期联系", "Regular contact"),
    synonyms: ["定期聯絡類型", "定期联系类型", "regular contact type"],
  },
  {
    field: "tag",
    labels: one("標籤", "标签", "Tags"),
    synonyms: ["標記", "标记", "tag", "label", "labels"],
    many: "list",
  },
  {
    field: "contact1Name",
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
  {
    field: "contact1AreaCode",
    labels: one("聯絡人 1 區號", "联系人 1 区号", "Contact 1 area code"),
    synonyms: [],
  },
  {
    field: "contact1Phone",
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
  {
    field: "contact1Email",
    labels: one("聯絡人 1 電郵", "联系人 1 邮箱", "Contact 1 e-mail"),
    synonyms: ["家長電郵", "家长邮箱", "parent email"],
  },
  {
    field: "contact2Name",
    labels: one("聯絡人 2", "联系人 2", "Contact 2"),
    synonyms: ["第二聯絡人", "第二联系人", "second contact"],
  },
  {
    field: "contact2AreaCode",
    labels: one("聯絡人 2 區號", "联系人 2 区号", "Contact 2 area code"),
    synonyms: [],
  },
  {
    field: "contact2Phone",
    labels: one("聯絡人 2 電話", "联系人 2 电话", "Contact 2 phone"),
    synonyms: ["第二聯絡人電話", "第二联系人电话", "second contact phone"],
  },
  { field: "contact2Email", labels: one("聯絡人 2 電郵", "联系人 2 邮箱", "Contact 2 e-mail"), synonyms: [] },
  {
    field: "acceptmessage",
    labels: one("願意接收推廣訊息", "愿意接收推广消息", "Accepts promotions"),
    synonyms: ["接收訊息", "接收消息", "opt in", "marketing consent"],
  },
  {
    field: "appopenflag",
    labels: one("開通 App", "开通 App", "App account"),
    synonyms: ["app", "app 開通", "app 开通"],
  },
  {
    field: "notes",
    labels: one("備註", "备注", "Notes"),
    synonyms: ["note", "remark", "remarks", "說明", "说明", "跟進紀錄", "跟进记录", "comment", "comments"],
    many: "lines",
  },
] as const satisfies readonly ImportField[];

export type LeadColumn = (typeof leadTable)[number]["field"];

/** What each column takes, for a person who fills one in. */
export const leadNotes: Partial<Record<LeadColumn, Texts>> = {
  nickname: one(
    "最多 64 個字元；沒有時使用全名或英文名",
    "最多 64 个字符；没有时使用全名或英文名",
    "At most 64 characters; where there is none, the full or English name",
  ),
  birthday: one(
    "例如 2017-08-21、2017/8/21 或民國 106/8/21",
    "例如 2017-08-21 或 2017/8/21",
    "Such as 2017-08-21 or 21 Aug 2017",
  ),
  country: one(
    "名稱或兩個字母，例如 台灣、HK",
    "名称或两个字母，例如 香港、CN",
    "A name or two letters, such as Taiwan or HK",
  ),
  areaCode: one(
    "例如 +886；留空時使用分校所在地的區號",
    "例如 +86；留空时使用分校所在地的区号",
    "Such as +852; empty means that of the branch’s country",
  ),
  phone: one(
    "任何寫法都可以，例如 0912-345-678 或 +852 9123 4567；多個號碼時，其餘放到聯絡人",
    "任何写法都可以，例如 138 1234 5678 或 +852 9123 4567；多个号码时，其余放到联系人",
    "Any writing, such as +852 9123 4567; of several numbers the others go to the contacts",
  ),
  email: one("機構內不可重複", "机构内不可重复", "Each only once in the organisation"),
  channel: one("渠道名稱", "渠道名称", "A channel’s name"),
  secondaryChannel: one("該渠道之下的名稱", "该渠道之下的名称", "A name below that channel"),
  sales: one(
    "業務的名稱；留空時按匯入時的選擇分配",
    "销售的名称；留空时按导入时的选择分配",
    "A name; empty means as chosen for the import",
  ),
  tag: one("多個標籤以逗號分隔", "多个标签用逗号分隔", "Several with commas"),
  leadDate: one("留空時為匯入當天", "留空时为导入当天", "Empty means the day of the import"),
  nextContactDate: one("例如 2026-12-01", "例如 2026-12-01", "Such as 2026-12-01"),
  regularContact: one(
    "定期聯絡的名稱；同時需要下次聯絡的日期",
    "定期联系的名称；同时需要下次联系的日期",
    "The name of one; it needs a day of the next contact",
  ),
  acceptmessage: one("是或否", "是或否", "Yes or no"),
  appopenflag: one(
    "是或否；開通需要聯絡人 1 的電話或電郵",
    "是或否；开通需要联系人 1 的电话或邮箱",
    "Yes or no; it needs contact 1’s phone or e-mail",
  ),
};

/** The remark about a cell that was understood differently from its text, or left out. */
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
  tagsFull: one("標籤最多 10 個，其餘略過", "标签最多 10 个，其余略过", "At most 10 tags; the others are left out"),
  kindNeedsDay: one(
    "這一行沒有下次聯絡的日期，只在名單已有日期時採用",
    "这一行没有下次联系的日期，只在名单已有日期时采用",
    "The row has no day of the next contact; used only where the lead has one already",
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

/** What is wrong with a cell where no error of the catalogue says it well enough. */
export const cellFaults = {
  numberLost: one(
    "試算表把號碼存成了科學記號，後面的數字已遺失，請重新輸入",
    "表格把号码存成了科学计数，后面的数字已丢失，请重新输入",
    "The spreadsheet kept this number in scientific notation and lost its last digits; please enter it again",
  ),
} satisfies Record<string, Texts>;

/** Words of the files themselves. */
export const leadFileWords = {
  template: one("名單匯入範本", "名单导入模板", "Lead import template"),
  sampleName: one("王小明", "王小明", "Ming Wang"),
  sampleContact: one("王太太", "王太太", "Mrs Wang"),
  yes: one("是", "是", "Yes"),
  no: one("否", "否", "No"),
} satisfies Record<string, Texts>;

export const genderNames: readonly Texts[] = [
  one("保密", "保密", "Not said"),
  one("男", "男", "Male"),
  one("女", "女", "Female"),
];
