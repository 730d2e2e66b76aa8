import type { Language, Texts } from "@homeroom/contract/language";
import type { ImportField } from "#modules/imports/public";
import { shownRoleName } from "#modules/roles/public";
import { minuteOf } from "#platform/clock/days";
import type { StaffPerson } from "../queries/load-person.ts";

const one = (tw: string, cn: string, en: string): Texts => ({ "zh-tw": tw, "zh-cn": cn, en });

/** The columns of staff in imports and exports, in order, with other names that people use for them. */
export const staffTable = [
  {
    field: "nickname",
    labels: one("暱稱", "昵称", "Nickname"),
    required: true,
    synonyms: ["姓名", "名稱", "名字", "name", "員工姓名", "员工姓名", "full name"],
  },
  {
    field: "email",
    labels: one("電郵", "邮箱", "E-mail"),
    required: true,
    synonyms: ["電子郵件", "電子信箱", "电子邮件", "信箱", "mail", "email address", "登入電郵"],
  },
  {
    field: "staffID",
    labels: one("員工編號", "员工编号", "Staff ID"),
    synonyms: ["編號", "编号", "工號", "工号", "username", "user name", "用戶名", "用户名", "employee id", "職員編號"],
  },
  { field: "lastName", labels: one("姓", "姓", "Last name"), synonyms: ["surname", "family name"] },
  { field: "firstName", labels: one("名", "名", "First name"), synonyms: ["given name"] },
  { field: "ename", labels: one("英文名", "英文名", "English name"), synonyms: ["英文姓名", "english"] },
  {
    field: "areaCode",
    labels: one("區號", "区号", "Area code"),
    synonyms: ["國碼", "国码", "國際區號", "country code"],
  },
  {
    field: "phone",
    labels: one("電話", "电话", "Phone"),
    synonyms: [
      "手機",
      "手机",
      "手機號碼",
      "手机号码",
      "電話號碼",
      "电话号码",
      "聯絡電話",
      "联系电话",
      "mobile",
      "tel",
      "telephone",
      "phone number",
    ],
  },
  {
    field: "roles",
    labels: one("角色", "角色", "Roles"),
    synonyms: ["role", "角色編碼", "角色编码", "職位", "职位", "職務", "职务", "權限", "position", "job title"],
  },
  {
    field: "branches",
    labels: one("分校", "分校", "Branches"),
    synonyms: ["branch", "校區", "校区", "分店", "campus"],
  },
  {
    field: "department",
    labels: one("部門", "部门", "Department"),
    synonyms: ["dept", "部門編碼", "部门编码", "部門編號", "部门编号"],
  },
  { field: "gender", labels: one("性別", "性别", "Gender"), synonyms: ["sex"] },
  {
    field: "birthdate",
    labels: one("出生日期", "出生日期", "Date of birth"),
    synonyms: ["生日", "birthday", "birth date"],
  },
  { field: "education", labels: one("學歷", "学历", "Education"), synonyms: ["教育程度", "最高學歷", "最高学历"] },
  { field: "school", labels: one("畢業學校", "毕业学校", "School"), synonyms: ["學校", "学校", "university"] },
  {
    field: "introduction",
    labels: one("簡介", "简介", "Introduction"),
    synonyms: ["自我介紹", "自我介绍", "介紹", "介绍", "bio"],
  },
  { field: "address", labels: one("地址", "地址", "Address"), synonyms: ["住址", "通訊地址", "通讯地址"] },
  {
    field: "emergencyName",
    labels: one("緊急聯絡人", "紧急联系人", "Emergency contact"),
    synonyms: ["緊急聯絡人姓名", "紧急联系人姓名", "emergency contact name"],
  },
  { field: "emergencyAreaCode", labels: one("緊急聯絡區號", "紧急联系区号", "Emergency area code"), synonyms: [] },
  {
    field: "emergencyPhone",
    labels: one("緊急聯絡電話", "紧急联系电话", "Emergency phone"),
    synonyms: ["緊急聯絡人電話", "紧急联系人电话", "emergency contact phone"],
  },
  {
    field: "emergencyEmail",
    labels: one("緊急聯絡電郵", "紧急联系邮箱", "Emergency e-mail"),
    synonyms: ["緊急聯絡人電郵", "紧急联系人邮箱"],
  },
  { field: "notes", labels: one("備註", "备注", "Notes"), synonyms: ["note", "remark", "remarks", "說明", "说明"] },
] as const satisfies readonly ImportField[];

export type StaffColumn = (typeof staffTable)[number]["field"];

/** The hint of each column for people who fill it in. */
export const staffNotes: Partial<Record<StaffColumn, Texts>> = {
  nickname: one(
    "在系統中顯示的名稱，最多 64 個字元",
    "在系统中显示的名称，最多 64 个字符",
    "The name shown everywhere, at most 64 characters",
  ),
  email: one("用來登入，不可重複", "用来登录，不可重复", "Used to sign in; must be unique"),
  staffID: one("機構內不可重複，可留空", "机构内不可重复，可留空", "Unique in the organisation; may be empty"),
  areaCode: one(
    "例如 +852；留空時使用機構所在地的區號",
    "例如 +852；留空时使用机构所在地的区号",
    "For example +852; if empty, the one of the organisation’s country is used",
  ),
  phone: one(
    "只填號碼，也可填 +852 9123 4567 這樣的完整號碼",
    "只填号码，也可填 +852 9123 4567 这样的完整号码",
    "The number alone, or with its area code, for example +852 9123 4567",
  ),
  roles: one(
    "多個角色以逗號分隔；留空時使用匯入時選擇的角色",
    "多个角色用逗号分隔；留空时使用导入时选择的角色",
    "Separate several with commas; if empty, the roles chosen for the import are used",
  ),
  branches: one(
    "多間分校以逗號分隔；留空時使用匯入時選擇的分校",
    "多个分校用逗号分隔；留空时使用导入时选择的分校",
    "Separate several with commas; if empty, the branch chosen for the import is used",
  ),
  department: one("部門名稱或編碼", "部门名称或编码", "A department’s name or code"),
  birthdate: one("例如 1995-08-21 或 1995/8/21", "例如 1995-08-21 或 1995/8/21", "For example 1995-08-21 or 1995/8/21"),
};

/** The names of genders and education levels, by number; every language is accepted. */
export const genderNames: readonly Texts[] = [
  one("保密", "保密", "Not said"),
  one("男", "男", "Male"),
  one("女", "女", "Female"),
];

export const educationNames: readonly Texts[] = [
  one("其他", "其他", "Other"),
  one("中學", "中学", "Secondary school"),
  one("專科", "专科", "College"),
  one("學士", "学士", "Bachelor"),
  one("碩士", "硕士", "Master"),
  one("博士", "博士", "Doctor"),
];

/** Synonyms. */
export const genderWords: Readonly<Record<string, number>> = {
  m: 1,
  男性: 1,
  先生: 1,
  f: 2,
  女性: 2,
  小姐: 2,
  女士: 2,
  未知: 0,
};
export const educationWords: Readonly<Record<string, number>> = {
  高中: 1,
  高職: 1,
  國中: 1,
  初中: 1,
  大專: 2,
  大专: 2,
  副學士: 2,
  高級文憑: 2,
  大學: 3,
  大学: 3,
  本科: 3,
  學位: 3,
  研究所: 4,
  研究生: 4,
  硕士研究生: 4,
  phd: 5,
};

/** The names of account statuses, by number. */
export const statusNames: readonly Texts[] = [
  one("停用", "停用", "Disabled"),
  one("啟用", "启用", "Active"),
  one("已離職", "已离职", "Left"),
];

/** The texts in the files themselves. */
export const staffFileWords = {
  template: one("員工匯入範本", "员工导入模板", "Staff import template"),
  export: one("員工", "员工", "Staff"),
  status: one("狀態", "状态", "Status"),
  createTime: one("建立時間", "创建时间", "Created"),
  signInTime: one("最近登入", "最近登录", "Last signed in"),
  sampleName: one("陳美玲", "陈美玲", "Mei Chen"),
} satisfies Record<string, Texts>;

/** A person as a row of a table: the columns of an import, then their status and its date. */
export function staffCells(person: StaffPerson, as: { language: Language; timeZone: string }): string[] {
  const { language } = as;
  const cells: Record<StaffColumn, string> = {
    nickname: person.nickname,
    // The address of an erased person is a placeholder.
    email: person.erased_at ? "" : person.email,
    staffID: person.staff_id ?? "",
    lastName: person.last_name,
    firstName: person.first_name,
    ename: person.ename,
    areaCode: person.area_code,
    phone: person.phone,
    roles: person.roles.map(shownRoleName).join(", "),
    branches: person.branches.map(({ name }) => name).join(", "),
    department: person.department_name,
    gender: person.gender === 0 ? "" : (genderNames[person.gender]?.[language] ?? ""),
    birthdate: person.birth_date ?? "",
    education: person.education === 0 ? "" : (educationNames[person.education]?.[language] ?? ""),
    school: person.school,
    introduction: person.introduction,
    address: person.address,
    emergencyName: person.emergency_name,
    emergencyAreaCode: person.emergency_area_code,
    emergencyPhone: person.emergency_phone,
    emergencyEmail: person.emergency_email,
    notes: person.notes,
  };
  const status = statusNames[person.status]?.[language] ?? "";
  const moments = [person.created_at, person.signed_in_at].map((moment) =>
    moment ? minuteOf(moment, as.timeZone) : "",
  );
  return [...staffTable.map(({ field }) => cells[field]), status, ...moments];
}
