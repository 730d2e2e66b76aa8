import { auditModuleTexts } from "@homeroom/contract/audit-texts";
import type { Texts } from "@homeroom/contract/language";
import type { LogRow } from "@homeroom/contract/log";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { dateTimeText } from "#platform/dates.ts";
import { usePreference } from "#platform/preferences.ts";
import { Avatar } from "#ui/avatar/avatar.tsx";
import { type Column, columnMaker } from "#ui/data-table/column.ts";
import layout from "#ui/layout.module.css";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import type { RowCard } from "../../../ui/data-table/data-table-props.ts";
import { changesOf } from "../rules/changes.ts";
import { useFieldName } from "./field-names.ts";
import { capitalised } from "./log-filters.ts";
import { Address, deviceText, Operator, Sentence } from "./log-parts.tsx";

/** The name of the product area that an entry belongs to. */
export function useModuleName(): (module: string) => string {
  const [language] = usePreference("language");
  return (module) => capitalised((auditModuleTexts as Record<string, Texts>)[module]?.[language] ?? module);
}

/** The names of the fields that an entry changed. */
function useChangedFields(): (entry: LogRow) => string {
  const { t } = useTranslation("log");
  const nameOf = useFieldName();
  return ({ before, after }) => {
    if (!before || !after) return "";
    const names = changesOf(before, after).map(({ path }) => nameOf(path.slice(0, 1)));
    return [...new Set(names)].join(t("comma"));
  };
}

/** The columns of the log. */
export function useLogColumns(): Column<LogRow>[] {
  const { t } = useTranslation("log");
  const view = useDateView();
  const moduleName = useModuleName();
  const changedFields = useChangedFields();

  const column = columnMaker<LogRow>((key) => t(`columns.${key}`));
  const later = { hiddenAtFirst: true };
  return [
    column(
      "createTime",
      168,
      (entry) => <span className={layout.number}>{dateTimeText(entry.createTime, view)}</span>,
      {
        frozen: true,
      },
    ),
    column("operator", 140, (entry) => <Operator entry={entry} />),
    column("content", 260, (entry) => <Sentence entry={entry} />, { grow: true }),
    column("changed", 160, (entry) => <span title={changedFields(entry)}>{changedFields(entry)}</span>, { grow: true }),
    column("module", 100, (entry) => moduleName(entry.module)),
    column("ip", 170, (entry) => <Address entry={entry} />),
    column("device", 180, deviceText),
    column("requestUri", 260, (entry) => [entry.method, entry.requestUri].filter(Boolean).join(" "), later),
    column("executionTime", 110, (entry) => (entry.method ? t("ms", { number: entry.executionTime }) : null), {
      ...later,
      align: "end",
    }),
  ];
}

/** The columns shown on a phone: who, what, when. */
export function useLogCard(): (entry: LogRow) => RowCard {
  const { t } = useTranslation("log");
  const changedFields = useChangedFields();
  return (entry) => ({
    title: entry.content,
    aside: <RelativeTime value={entry.createTime} />,
    lead: <Avatar name={entry.operator || t("product")} picture={entry.avatar} size={36} />,
    facts: [entry.operator || t("product"), changedFields(entry), entry.ip],
  });
}
