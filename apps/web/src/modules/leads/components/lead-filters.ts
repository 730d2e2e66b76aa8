import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { FilterDefinition, FilterOption } from "#ui/filter-bar/filters.ts";
import { uniquePeople, useChannels, useLeadTypes, useListItems, usePeople } from "../api/queries.ts";

const months = Array.from({ length: 12 }, (_, index) => String(index + 1));

/** The filters of the lead list, with what can be chosen. */
export function useLeadFilters(): FilterDefinition[] {
  const { t, i18n } = useTranslation("leads");
  const statuses = useListItems("leadStatuses");
  const results = useListItems("contactResults");
  const tags = useListItems("tags");
  const channels = useChannels();
  const sales = usePeople("sales");
  const tutors = usePeople("tutor");
  const types = useLeadTypes();

  return useMemo(() => {
    const many = (key: string, options: readonly FilterOption[] | undefined, pinned = false): FilterDefinition => ({
      key,
      label: t(`fields.${key}`),
      kind: "many",
      options: options ?? [],
      pinned,
    });
    const dates = (key: string, name: string): FilterDefinition => ({ key, label: t(`fields.${name}`), kind: "dates" });
    const named = (items: readonly { recordID: string; name: string }[] | undefined) =>
      items?.map(({ recordID, name }) => ({ value: recordID, label: name }));
    const monthNames = new Intl.DateTimeFormat(i18n.language === "en" ? "en" : i18n.language, { month: "long" });
    return [
      many("status", named(statuses), true),
      many("sales", uniquePeople(sales), true),
      many("channel", named(channels), true),
      many("tag", named(tags), true),
      many("tutor", uniquePeople(tutors)),
      many("result", named(results)),
      many("leadType", types),
      dates("leadDate", "leadDate"),
      dates("lastContact", "lastContactDate"),
      {
        key: "birthMonth",
        label: t("fields.birthMonth"),
        kind: "one",
        options: months.map((value) => ({ value, label: monthNames.format(new Date(2026, Number(value) - 1, 1)) })),
      },
    ];
  }, [t, i18n.language, statuses, results, tags, channels, sales, tutors, types]);
}
