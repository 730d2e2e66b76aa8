import { declaredLeadField } from "@homeroom/contract/lead-fields";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { dateTimeText } from "#platform/dates.ts";
import { usePreference } from "#platform/preferences.ts";

/** The name of a changed field, and of the one inside it: "聯絡人 1 · 姓名"; unknown ones as they are. */
export function useFieldName(): (path: readonly string[]) => string {
  const { t, i18n } = useTranslation("log");
  const [language] = usePreference("language");
  const nameOf = (name: string) =>
    i18n.exists(`log:fields.${name}`) ? t(`fields.${name}`) : (declaredLeadField(name)?.labels[language] ?? name);
  return (path) => path.map(nameOf).join(" · ");
}

/** The order in which fields are shown: that of the forms, since none is stored. */
export function useFieldOrder(): (one: readonly string[], other: readonly string[]) => number {
  const { i18n } = useTranslation("log");
  const names = Object.keys((i18n.getResource(i18n.language, "log", "fields") ?? {}) as object);
  const place = ([name = ""]: readonly string[]) => {
    const index = names.indexOf(name);
    return index === -1 ? names.length : index;
  };
  return (one, other) => place(one) - place(other);
}

const pictures = ["avatar", "avatarFileID", "logoFileID", "imageFileID"];
const moment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/**
 * Values that are numbers, moments or ids on the wire and words for people, or lists of such; undefined for those that read
 * as they are.
 */
export function useValueName(): (path: readonly string[], value: unknown) => string | undefined {
  const { t, i18n } = useTranslation("log");
  const view = useDateView();
  const nameOf = (path: readonly string[], value: unknown): string | undefined => {
    const name = path.at(-1) ?? "";
    if (typeof value === "boolean") return t(`values.${value ? "yes" : "no"}`);
    if (pictures.includes(name)) return t("values.picture");
    if (typeof value === "string" && moment.test(value)) return dateTimeText(value, view);
    const key = `values.${name}.${String(value)}`;
    return i18n.exists(`log:${key}`) ? t(key) : undefined;
  };
  return (path, value) => {
    if (!Array.isArray(value)) return nameOf(path, value);
    const named = value.map((one) => nameOf(path, one));
    return named.every((name) => name !== undefined) && named.length > 0 ? named.join(t("comma")) : undefined;
  };
}
