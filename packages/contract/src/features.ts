import type { Language, Texts } from "./language.ts";

/**
 * The declaration of a screen with records of its own. Its permissions, menu entry and audit log texts, and all their names,
 * are derived from it.
 */
export interface Feature {
  /** The area and thing of its permissions; the first action opens the screen. */
  readonly thing: `${string}:${string}`;
  readonly actions: readonly string[];
  /** Its part of the product in the audit log. */
  readonly audit: string;
  /** The table of a list that `npm run new` has created: its tests make a row in it. */
  readonly table?: string;
  /** The name of one record, as in "Added department", and of all of them, as permissions use it. */
  readonly one: Texts;
  readonly many: Texts;
  /** Names of fields, for the audit log and the column headings of exports; those that the log already has may be left out. */
  readonly fields?: Readonly<Record<string, Texts>>;
  readonly menu: {
    readonly name: string;
    /** The entry before it, in the same catalogue. */
    readonly after: string;
    readonly path: string;
    readonly view: string;
    readonly icon: string;
    /** `many` if left out. */
    readonly title?: Texts;
  };
}

const texts = (tw: string, cn: string, en: string): Texts => ({ "zh-tw": tw, "zh-cn": cn, en });

/** Every feature with a single declaration; `npm run new` adds one. */
export const features = [
  {
    thing: "sys:dept",
    actions: ["query", "add", "edit", "delete"],
    audit: "dept",
    one: texts("部門", "部门", "department"),
    many: texts("部門", "部门", "Departments"),
    menu: {
      name: "Dept",
      after: "User",
      path: "/system/dept",
      view: "system/dept/index",
      icon: "tree",
      title: texts("部門管理", "部门管理", "Departments"),
    },
  },
] as const satisfies readonly Feature[];

type Declared = (typeof features)[number];

/** The actions of each declared thing. */
export const declaredActions = Object.fromEntries(
  (features as readonly Feature[]).map(({ thing, actions }) => [thing, actions]),
) as { readonly [F in Declared as F["thing"]]: F["actions"] };

/** The names of each declared feature's records in the audit log. */
export const declaredAudit = Object.fromEntries(
  (features as readonly Feature[]).map(({ audit, one }) => [audit, one]),
) as { readonly [F in Declared as F["audit"]]: Texts };

/** The texts that the features add to a namespace of the web app, in one language. */
export function declaredTexts(namespace: string, language: Language): Record<string, unknown> {
  const all: readonly Feature[] = features;
  const named = (each: (feature: Feature) => [string, Texts][]) =>
    Object.fromEntries(all.flatMap(each).map(([name, text]) => [name, text[language]]));
  if (namespace === "route") return named(({ menu, many }) => [[titleOf(menu.name), menu.title ?? many]]);
  if (namespace === "permissions") return { things: named(({ thing, many }) => [[thing.replace(":", "_"), many]]) };
  if (namespace === "log") return { fields: named(({ fields }) => Object.entries(fields ?? {})) };
  return {};
}

/** The key of a menu entry's title: `dept` of `Dept`. */
export function titleOf(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

const commonFields: Readonly<Record<string, Texts>> = {
  name: texts("名稱", "名称", "Name"),
  note: texts("備註", "备注", "Note"),
  status: texts("狀態", "状态", "Status"),
};

/**
 * The names of a declared feature's fields, for the headings of an export; a field without a name uses its key.
 * @public
 */
export function fieldNames(audit: keyof typeof declaredAudit, fields: readonly string[], language: Language): string[] {
  const found = (features as readonly Feature[]).find((feature) => feature.audit === audit);
  return fields.map((field) => (found?.fields?.[field] ?? commonFields[field])?.[language] ?? field);
}
