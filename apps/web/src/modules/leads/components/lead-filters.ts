import { filtersOf, type PlainLeadField } from "@homeroom/contract/lead-fields";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useBranches } from "#platform/branches.ts";
import { uniquePeople, useChannels, useListItems, usePeople } from "#platform/choices.ts";
import { countryChoices } from "#platform/countries.ts";
import { usePreference } from "#platform/preferences.ts";
import type { FilterDefinition, FilterOption } from "#ui/filter-bar/filters.ts";
import { useAddress } from "#ui/page/use-address.ts";
import { useLeadTypes } from "../api/queries.ts";
import { choiceNames, fieldLabels } from "./declared-names.ts";

const months = Array.from({ length: 12 }, (_, index) => String(index + 1));
const stages = ["talked", "booked", "attended", "dealt"];

/** The choices in the filters of leads. */
function useFilterChoices() {
  const { t } = useTranslation("leads");
  const [language] = usePreference("language");
  const statuses = useListItems("leadStatuses");
  const results = useListItems("contactResults");
  const tags = useListItems("tags");
  const regular = useListItems("regularContactTypes");
  const channels = useChannels();
  const sales = usePeople("sales");
  const tutors = usePeople("tutor");
  const types = useLeadTypes();
  const branches = useBranches().data;

  return useMemo(() => {
    const named = (items: readonly { recordID: string; name: string }[] | undefined) =>
      items?.map(({ recordID, name }) => ({ value: recordID, label: name })) ?? [];
    const secondary = channels?.flatMap((channel) =>
      channel.children.map(({ recordID, name }) => ({ value: recordID, label: `${channel.name} / ${name}` })),
    );
    const monthNames = new Intl.DateTimeFormat(language, { month: "long" });
    const numbered = (name: string, values: readonly string[]) =>
      values.map((value) => ({ value, label: t(`${name}.${value}`) }));
    return {
      statuses: named(statuses),
      results: named(results),
      tags: named(tags),
      regular: named(regular),
      channels: named(channels),
      secondary: secondary ?? [],
      sales: uniquePeople(sales),
      tutors: uniquePeople(tutors),
      types: types ?? [],
      branches: branches ?? [],
      months: months.map((value) => ({ value, label: monthNames.format(new Date(2026, Number(value) - 1, 1)) })),
      countries: countryChoices(language),
      stages: numbered("stages", stages),
      assistants: numbered("desk.gptStatus", ["0", "1", "2"]),
      yesNo: [
        { value: "yes", label: t("yes") },
        { value: "no", label: t("no") },
      ],
      yes: [{ value: "yes", label: t("yes") }],
    };
  }, [t, language, statuses, results, tags, regular, channels, sales, tutors, types, branches]);
}

/** Makes filters of each kind from their keys. */
function definitionsOf(t: TFunction<"leads">, labelOf: (field: string) => string) {
  const chosen =
    (kind: "many" | "one") =>
    (key: string, options: readonly FilterOption[], pinned = false): FilterDefinition => ({
      key,
      label: labelOf(key),
      kind,
      options,
      pinned,
    });
  const [many, one] = [chosen("many"), chosen("one")];
  const dates = (key: string, name: string, windows: "past" | "ahead", pinned = false): FilterDefinition => ({
    key,
    label: labelOf(name),
    kind: "dates",
    windows,
    pinned,
  });
  const text = (key: string): FilterDefinition => ({ key, label: labelOf(key), kind: "text" });
  const number = (key: string): FilterDefinition => ({ ...text(key), kind: "number", unit: t(`desk.units.${key}`) });
  return { many, one, dates, text, number };
}

/** The filters of the lead desk: everything that leads can be filtered by. */
export function useLeadFilters(): FilterDefinition[] {
  const { t } = useTranslation("leads");
  const choices = useFilterChoices();
  const importID = useAddress().search.get("importID");
  const [language] = usePreference("language");

  return useMemo(() => {
    const { many, one, dates, text, number } = definitionsOf(t, fieldLabels(t, language));
    const named = (field: PlainLeadField) =>
      choiceNames(field, language).map(({ value, label }) => ({ value: String(value), label }));
    return [
      many("status", choices.statuses, true),
      many("sales", choices.sales, true),
      dates("nextContact", "nextContactDate", "ahead", true),
      many("tag", choices.tags, true),
      many("channel", choices.channels),
      many("secondaryChannel", choices.secondary),
      many("result", choices.results),
      many("tutor", choices.tutors),
      one("unheld", choices.yes),
      one("noSales", choices.yes),
      one("noChannel", choices.yes),
      dates("lastContact", "lastContactDate", "past"),
      number("quietForDays"),
      dates("leadDate", "leadDate", "past"),
      number("newWithinDays"),
      number("purchaseEndsWithinDays"),
      many("reached", choices.stages),
      dates("talk", "talk", "past"),
      dates("return", "return", "past"),
      dates("deal", "deal", "past"),
      one("mine", choices.yes),
      many("leadType", choices.types),
      many("regularContact", choices.regular),
      many("withoutStatus", choices.statuses),
      many("allTags", choices.tags),
      many("withoutTag", choices.tags),
      one("branch", choices.branches),
      one("hasPhone", choices.yesNo),
      one("hasEmail", choices.yesNo),
      ...filtersOf("flag").map((field) => one(field, choices.yesNo)),
      one("gptStatus", choices.assistants),
      ...filtersOf("line").map(text),
      ...filtersOf("choice").map((field) => one(field, named(field))),
      one("birthMonth", choices.months),
      ...filtersOf("country").map((field) => one(field, choices.countries)),
      // Imports are not offered in a list: the filter comes from the address, and its chip removes it.
      ...(importID ? [one("importID", [{ value: importID, label: t("desk.oneImport") }])] : []),
    ];
  }, [t, language, choices, importID]);
}
