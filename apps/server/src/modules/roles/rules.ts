import type { Texts } from "@homeroom/contract/language";
import { type DefaultRole, grants } from "@homeroom/contract/permissions";
import { knownTexts, shownText } from "#platform/language/built-in-texts";

/** What the default roles are called and for, until an organisation renames them. */
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

/** The texts of a default role; undefined for a role of the organisation's own. */
export function builtInRole(code: string): { name: Texts; description: Texts } | undefined {
  return Object.hasOwn(defaultRoleTexts, code) ? defaultRoleTexts[code as DefaultRole] : undefined;
}

/** A role's name as the reader reads it: a default one in their language, unless it was renamed. */
export function shownRoleName({ code, name }: { code: string; name: string }): string {
  return shownText(name, builtInRole(code)?.name);
}

/** Every name by which a role may be asked for. */
export function roleNames({ code, name }: { code: string; name: string }): string[] {
  return knownTexts(name, builtInRole(code)?.name);
}

/** A percentage as it is stored. */
export function basisPoints(percentage: number | null): number | null {
  return percentage === null ? null : Math.round(percentage * 100);
}

/** A stored percentage as people write it. */
export function percent(points: number | null): number | null {
  return points === null ? null : points / 100;
}

/** No limit. */
export const wholePrice = 10_000;

/** The fields of a role that decide how much discount its people may give. */
export interface SellingRole {
  /** What it is given, wildcards as they are. */
  permissions: readonly string[];
  /** In basis points of the price; null: any. */
  discountLimit: number | null;
}

/** The largest discount that somebody with all of these roles may give, in basis points; none where no role sells. */
export function discountOf(roles: readonly SellingRole[]): number {
  const sells = (["sale:order:add", "sale:order:edit"] as const).some((one) =>
    roles.some(({ permissions: given }) => grants(given, one)),
  );
  return sells ? Math.max(...roles.map(({ discountLimit }) => discountLimit ?? wholePrice)) : 0;
}

const maxCodeLength = 40;

/** A role's code from its name: "Front desk 前台" becomes "front-desk"; with a number behind it when that is taken. */
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

/** What a set gains and loses, in order. */
export function difference<Item extends string>(before: readonly Item[], after: readonly Item[]): Difference<Item> {
  const [had, has] = [new Set(before), new Set(after)];
  return {
    added: [...has].filter((item) => !had.has(item)).sort(),
    removed: [...had].filter((item) => !has.has(item)).sort(),
  };
}
