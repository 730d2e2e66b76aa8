import { type AccountId, type BranchId, RecordId } from "@homeroom/contract/ids";
import { demo } from "./places.ts";

const departmentId = (number: number) =>
  RecordId.parse(`0199d000-0005-7000-8000-${number.toString(16).padStart(12, "0")}`);
const accountOf = (name: string): AccountId => {
  const found = demo.accounts.find(({ email }) => email.startsWith(`${name}@`));
  if (!found) throw new Error(`The demo has no ${name}`);
  return found.accountId;
};
const branchOf = (index: number): BranchId => {
  const found = demo.branches[index];
  if (!found) throw new Error("The demo has no such branch");
  return found.branchId;
};

/** Departments of the demo organisation, parents first. */
export const departments = [
  { department_id: departmentId(1), parent_id: null, name: "營運部", code: "OPS", sort: 1 },
  { department_id: departmentId(2), parent_id: departmentId(1), name: "櫃台", code: "DESK", sort: 1 },
  { department_id: departmentId(3), parent_id: departmentId(1), name: "招生組", code: "SALES", sort: 2 },
  { department_id: departmentId(4), parent_id: null, name: "教學部", code: "TEACH", sort: 2 },
  { department_id: departmentId(5), parent_id: departmentId(4), name: "英文組", code: "TEACH-EN", sort: 1 },
  { department_id: departmentId(6), parent_id: departmentId(4), name: "數學組", code: "TEACH-MA", sort: 2 },
] as const;

/** The contact data of the demo organisation. */
export const organizationRecord = {
  branch_count: "2-6",
  contact_first_name: "美玲",
  contact_last_name: "林",
  email: "hello@demo.homeroom.test",
  area_code: "+886",
  phone: "227001234",
  location: "台北市大安區復興南路一段 200 號",
  source: "同業介紹",
} as const;

/** Its branches. `leaseEndsInDays` counts from the day of the seed. */
export const branchRecords = [
  {
    branchId: branchOf(0),
    leaseEndsInDays: 410,
    record: {
      contact_name: "陳嘉怡",
      email: "daan@demo.homeroom.test",
      area_code: "+886",
      phone: "227001234",
      address: "台北市大安區復興南路一段 200 號 3 樓",
      established_on: "2016-09-01",
      introduction: "國小至高中的英文、數學與作文小班，近捷運忠孝復興站。",
    },
  },
  {
    branchId: branchOf(1),
    leaseEndsInDays: 45,
    record: {
      contact_name: "張家豪",
      email: "shatin@demo.homeroom.test",
      area_code: "+852",
      phone: "26041234",
      address: "沙田正街 18 號新城市廣場第一期 5 樓 512 室",
      established_on: "2021-03-15",
      introduction: "小學及中學功課輔導、英文拼音及奧數班，沙田站步行三分鐘。",
    },
  },
] as const;

/** Its people, without their sign-in data. */
export const staffRecords = [
  {
    accountId: accountOf("owner"),
    record: {
      last_name: "林",
      first_name: "美玲",
      ename: "Mei-Ling Lin",
      area_code: "+886",
      phone: "912000101",
      gender: 2,
    },
  },
  {
    accountId: accountOf("admin"),
    record: {
      department_id: departmentId(1),
      last_name: "陳",
      first_name: "嘉怡",
      ename: "Carrie Chen",
      area_code: "+886",
      phone: "912000102",
      gender: 2,
      birth_date: "1988-05-12",
      education: 3,
      school: "國立政治大學",
      emergency_name: "陳建國",
      emergency_area_code: "+886",
      emergency_phone: "912000112",
    },
  },
  {
    accountId: accountOf("tutor"),
    record: {
      department_id: departmentId(6),
      last_name: "黃",
      first_name: "志明",
      ename: "Jimmy Huang",
      area_code: "+886",
      phone: "912000103",
      gender: 1,
      birth_date: "1985-11-02",
      education: 4,
      school: "國立台灣大學數學系",
      introduction: "十二年國高中數學教學經驗，擅長觀念題與會考總複習。",
    },
  },
  {
    accountId: accountOf("sales1"),
    record: {
      department_id: departmentId(3),
      last_name: "李",
      first_name: "詠詩",
      ename: "Wing Lee",
      area_code: "+886",
      phone: "912000104",
      gender: 2,
      birth_date: "1994-07-21",
      education: 3,
      school: "輔仁大學",
    },
  },
  {
    accountId: accountOf("sales2"),
    record: {
      department_id: departmentId(3),
      last_name: "張",
      first_name: "家豪",
      ename: "Kelvin Cheung",
      area_code: "+852",
      phone: "61230105",
      gender: 1,
      birth_date: "1992-01-30",
      education: 3,
      school: "香港浸會大學",
      emergency_name: "張太",
      emergency_area_code: "+852",
      emergency_phone: "61230115",
    },
  },
  {
    accountId: accountOf("teacher"),
    record: {
      department_id: departmentId(5),
      last_name: "何",
      first_name: "雅婷",
      ename: "Tina Ho",
      area_code: "+886",
      phone: "912000106",
      gender: 2,
      birth_date: "1996-09-08",
      education: 3,
      school: "國立台灣師範大學英語系",
      introduction: "兒童英語拼讀與全民英檢初級、中級。",
    },
  },
] as const;
