import type { Language, Texts } from "@homeroom/contract/language";
import { filtersOf, plainLeadFields } from "@homeroom/contract/lead-fields";
import { leadStages } from "@homeroom/contract/lead-query";
import { customLists } from "@homeroom/contract/media";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useItems, useLeadChannels } from "#modules/lists/public.ts";
import { useBranches } from "#platform/branches.ts";
import { uniquePeople, usePeople } from "#platform/choices.ts";
import { countryChoices } from "#platform/countries.ts";
import { usePreference } from "#platform/preferences.ts";
import type { ConditionName } from "../rules/conditions.ts";

export interface Choice {
  value: string;
  label: string;
}

export type RuleChoices = Partial<Record<ConditionName, readonly Choice[]>>;

const named = (things: readonly { recordID: string; name: string }[] | undefined): Choice[] =>
  things?.map(({ recordID, name }) => ({ value: recordID, label: name })) ?? [];

const persons = (people: ReturnType<typeof usePeople>): Choice[] =>
  uniquePeople(people).map(({ value, label }) => ({ value, label }));

/** What can be chosen for each condition of a rule. */
export function useRuleChoices(): RuleChoices {
  const plain = usePlainChoices();
  const statuses = useItems(customLists.leadStatuses).data;
  const tags = useItems(customLists.tags).data;
  const results = useItems(customLists.contactResults).data;
  const regularContacts = useItems(customLists.regularContactTypes).data;
  const channels = useLeadChannels().data;
  const sales = usePeople("sales");
  const tutors = usePeople("tutor");
  const branches = useBranches().data;
  return useMemo(() => {
    const [status, tag] = [named(statuses), named(tags)];
    const below = (channels ?? []).flatMap((channel) =>
      named(channel.children).map(({ value, label }) => ({ value, label: `${channel.name} / ${label}` })),
    );
    return {
      ...plain,
      status,
      withoutStatus: status,
      result: named(results),
      regularContact: named(regularContacts),
      tag,
      allTags: tag,
      withoutTag: tag,
      channel: named(channels),
      secondaryChannel: below,
      sales: persons(sales),
      tutor: persons(tutors),
      branchID: branches ?? [],
    };
  }, [plain, statuses, tags, results, regularContacts, channels, sales, tutors, branches]);
}

function choicesOf(names: readonly Texts[], language: Language): Choice[] {
  return names.map((texts, value) => ({ value: String(value), label: texts[language] }));
}

/** Choices that are the same for everybody. */
export function usePlainChoices(): RuleChoices {
  const { t } = useTranslation("targets");
  const [language] = usePreference("language");
  return useMemo(() => {
    const months = new Intl.DateTimeFormat(language, { month: "long" });
    const texts = (name: string, values: readonly (number | string)[]) =>
      values.map((value) => ({ value: String(value), label: t(`values.${name}.${value}`) }));
    return {
      leadType: texts("leadType", [1, 2, 3, 4]),
      gptStatus: texts("gptStatus", [0, 1, 2]),
      reached: texts("reached", leadStages),
      ...Object.fromEntries(
        filtersOf("choice").map((field) => [field, choicesOf(plainLeadFields[field].names, language)]),
      ),
      birthMonth: Array.from({ length: 12 }, (_, index) => ({
        value: String(index + 1),
        label: months.format(new Date(2026, index, 1)),
      })),
      ...Object.fromEntries(filtersOf("country").map((field) => [field, countryChoices(language)])),
    };
  }, [t, language]);
}
