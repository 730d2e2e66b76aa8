import type { Texts } from "./language.ts";

/**
 * The fields of a lead that are fully described by one declaration, used by forms, rows, card, filters, import, export and
 * merge. To add one, declare it here, in `leadTable` of the server (its column and its headings in imports) and in a
 * migration. Fields that depend on others or are looked up (phone, contacts, channel, people, lists) have their own code.
 */
export const plainLeadFields = {
  fullname: line(100, one("全名", "全名", "Full name"), { width: 140, section: "name" }),
  lastName: line(100, one("姓氏", "姓氏", "Last name"), { heading: one("姓氏", "姓", "Last name"), section: "name" }),
  firstName: line(100, one("名字", "名字", "First name"), {
    heading: one("名字", "名", "First name"),
    section: "name",
  }),
  ename: line(100, one("英文名", "英文名", "English name"), { width: 140, section: "name" }),
  gender: choice(
    [one("保密", "保密", "Not stated"), one("男", "男", "Male"), one("女", "女", "Female")],
    one("性別", "性别", "Gender"),
    { dictionary: "gender", section: "person", filter: true },
  ),
  birthday: birthday(one("生日", "生日", "Birthday"), {
    heading: one("生日", "生日", "Date of birth"),
    section: "person",
  }),
  country: country(one("國家／地區", "国家/地区", "Country or region"), {
    heading: one("國家／地區", "国家/地区", "Country"),
    section: "person",
    wide: true,
    filter: true,
  }),
  school: line(100, one("就讀學校", "就读学校", "School"), {
    suggestions: "schoolsAndGrades",
    width: 150,
    section: "person",
    filter: true,
  }),
  grade: line(100, one("年級", "年级", "Grade"), {
    suggestions: "schoolsAndGrades",
    width: 110,
    section: "person",
    filter: true,
  }),
  address: line(255, one("地址", "地址", "Address"), { width: 220, section: "person", wide: true }),
  referrer: line(100, one("介紹人", "介绍人", "Referrer"), { width: 140 }),
  acceptmessage: flag(one("願意接收推廣訊息", "愿意接收推广消息", "Accepts promotional messages"), {
    heading: one("願意接收推廣訊息", "愿意接收推广消息", "Accepts promotions"),
    filter: true,
    merge: "chosen",
  }),
  appopenflag: flag(one("開通 App", "开通 App", "App activated"), {
    heading: one("開通 App", "开通 App", "App account"),
    width: 110,
    filter: true,
  }),
};

/** What a declaration adds to the kind of a field. */
interface FieldOptions {
  /** The heading of its column in imports and exports, if it differs from the label. */
  heading?: Texts;
  /** The width of its column in the list, in pixels; the column is hidden at first. Without a width it has no column. */
  width?: number;
  /**
   * Where form and card show it: as part of the name, or among the facts about the person. Without it they place it
   * themselves.
   */
  section?: "name" | "person";
  /** A row of its own in the form. */
  wide?: true;
  /** Leads can be filtered by it. */
  filter?: true;
  /** A merge takes the other lead's value only if it is chosen, not because the kept lead has none. */
  merge?: "chosen";
  /** The organisation's list that provides suggestions. */
  suggestions?: "schoolsAndGrades";
  /** The dictionary with the names of a choice. */
  dictionary?: string;
}

/** A line of text; empty for none. */
function line<const Given extends FieldOptions>(max: number, labels: Texts, more: Given) {
  return { kind: "line" as const, max, labels, ...more };
}

/** One of a few numbers with names; 0 stands for none. */
function choice<const Given extends FieldOptions>(names: readonly Texts[], labels: Texts, more: Given) {
  return { kind: "choice" as const, names, labels, ...more };
}

function birthday<const Given extends FieldOptions>(labels: Texts, more: Given) {
  return { kind: "birthday" as const, labels, ...more };
}

/** Two letters of ISO 3166. */
function country<const Given extends FieldOptions>(labels: Texts, more: Given) {
  return { kind: "country" as const, max: 2, labels, ...more };
}

/** Yes or no, 1 and 0 on the wire. */
function flag<const Given extends FieldOptions>(labels: Texts, more: Given) {
  return { kind: "flag" as const, labels, ...more };
}

function one(tw: string, cn: string, en: string): Texts {
  return { "zh-tw": tw, "zh-cn": cn, en };
}

type Fields = typeof plainLeadFields;
export type PlainLeadField = keyof Fields;
type FieldsWith<Wanted> = { [Name in PlainLeadField]: Fields[Name] extends Wanted ? Name : never }[PlainLeadField];

/** The fields that are lines of text, that are in a lead's row, that can be filtered by, and that a merge fills in. */
export type LineField = FieldsWith<{ kind: "line" }>;
export type RowField = FieldsWith<{ width: number }>;
export type FilterField = FieldsWith<{ filter: true }>;

/** A declaration, for code that treats all fields alike. */
export interface DeclaredLeadField extends FieldOptions {
  kind: Fields[PlainLeadField]["kind"];
  labels: Texts;
  max?: number;
  names?: readonly Texts[];
}

/** All plain fields with their declarations, in the order in which they are shown. */
export const declaredLeadFields = Object.entries(plainLeadFields) as readonly [PlainLeadField, DeclaredLeadField][];

/** Whether a field of a lead is declared here. */
export function isPlainLeadField(name: string): name is PlainLeadField {
  return Object.hasOwn(plainLeadFields, name);
}

/** The declaration of a field; undefined for a field with rules of its own. */
export function declaredLeadField(name: string): DeclaredLeadField | undefined {
  return isPlainLeadField(name) ? plainLeadFields[name] : undefined;
}

function namesOf<Name extends PlainLeadField>(keeps: (field: DeclaredLeadField) => boolean): readonly Name[] {
  return declaredLeadFields.filter(([, field]) => keeps(field)).map(([name]) => name as Name);
}

export const lineFields = namesOf<LineField>(({ kind }) => kind === "line");
export const rowFields = namesOf<RowField>(({ width }) => width !== undefined);
export const filterFields = namesOf<FilterField>(({ filter }) => filter === true);

/** The fields of a kind that can be filtered by. */
export function filtersOf<Kind extends DeclaredLeadField["kind"]>(kind: Kind) {
  type Name = FilterField & FieldsWith<{ kind: Kind }>;
  return filterFields.filter((name): name is Name => plainLeadFields[name].kind === kind);
}
