import type { Texts } from "@homeroom/contract/language";
import { type DefaultRole, grants } from "@homeroom/contract/permissions";
import { knownTexts, shownText } from "#platform/language/built-in-texts";

/** The names and descriptions of default roles, until an organisation changes them. */
export const defaultRoleTexts: Readonly<Record<DefaultRole, { name: Texts; description: Texts }>> = {
  admin: {
    name: { "zh-tw": "管理員", "zh-cn": "管理员", en: "Admin" },
    description: { "zh-tw": "擁有全部權限", "zh-cn": "拥有全部权限", en: "Holds every permission" },
  },
  tutor: {
    name: { "zh-tw": "導師", "zh-cn": "导师", en: "Tutor" },
    description: {
      "zh-tw": "查看分校所有名單與對話，記錄聯絡，更新學員資料",
      "zh-cn": "查看分校所有名单与对话，记录联系，更新学员资料",
      en: "Sees all leads and conversations of the branch, logs contacts, keeps student records",
    },
  },
  sales: {
    name: { "zh-tw": "業務", "zh-cn": "销售", en: "Sales" },
    description: {
      "zh-tw": "跟進名單，促成報名",
      "zh-cn": "跟进名单，促成报名",
      en: "Follows leads and wins them as students",
    },
  },
  teacher: {
    name: { "zh-tw": "教師", "zh-cn": "教师", en: "Teacher" },
    description: {
      "zh-tw": "查看自己的名單與學員",
      "zh-cn": "查看自己的名单与学员",
      en: "Sees their own leads and students",
    },
  },
};

/** The texts of a default role; undefined for an organisation's own role. */
export function builtInRole(code: string): { name: Texts; description: Texts } | undefined {
  return Object.hasOwn(defaultRoleTexts, code) ? defaultRoleTexts[code as DefaultRole] : undefined;
}

/** A role's name for the reader: a default role's in their language, unless renamed. */
export function shownRoleName({ code, name }: { code: string; name: string }): string {
  return shownText(name, builtInRole(code)?.name);
}

/** Every name by which a role can be found. */
export function roleNames({ code, name }: { code: string; name: string }): string[] {
  return knownTexts(name, builtInRole(code)?.name);
}

/** A percentage as it is stored. */
export function basisPoints(percentage: number | null): number | null {
  return percentage === null ? null : Math.round(percentage * 100);
}

/** A stored percentage for display. */
export function percent(points: number | null): number | null {
  return points === null ? null : points / 100;
}

/** No limit. */
export const wholePrice = 10_000;

/** The fields of a role that limit the discount of its people. */
export interface SellingRole {
  /** Its grants, wildcards as they are. */
  permissions: readonly string[];
  /** In basis points of the price; null: any. */
  discountLimit: number | null;
}

/** The largest discount of a person with all of these roles, in basis points; none if no role sells. */
export function discountOf(roles: readonly SellingRole[]): number {
  const sells = (["sale:order:add", "sale:order:edit"] as const).some((one) =>
    roles.some(({ permissions: given }) => grants(given, one)),
  );
  return sells ? Math.max(...roles.map(({ discountLimit }) => discountLimit ?? wholePrice)) : 0;
}

const maxCodeLength = 40;

/** A role's code from its name: "Front desk 前台" becomes "front-desk", with a number appended if that is taken. */
export function codeFor(name: string, taken: (code: string) => boolean): string {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
  const stem = plain.replace(/^-+/, "").slice(0, maxCodeLength).replace(/-+$/, "") || "role";
  // ROOT is what the owner is called on the wire.
  const first = stem === "root" ? "role" : stem;
  for (let number = 1; ; number++) {
    const code = number === 1 ? first : `${first}-${number}`;
    if (!taken(code)) return code;
  }
}

export interface Difference<Item> {
  added: Item[];
  removed: Item[];
}

/** The additions and removals of a set, in order. */
export function difference<Item extends string>(before: readonly Item[], after: readonly Item[]): Difference<Item> {
  const [had, has] = [new Set(before), new Set(after)];
  return {
    added: [...has].filter((item) => !had.has(item)).sort(),
    removed: [...had].filter((item) => !has.has(item)).sort(),
  };
}
