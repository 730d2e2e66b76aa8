import { type AdAccount, type AdLevel, type AdRow, adStatuses } from "@homeroom/contract/campaigns";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useBranchAndPersonChoices } from "#platform/filter-choices.ts";
import type { FilterDefinition } from "#ui/filter-bar/filters.ts";
import type { AdPlatform } from "../rules/platforms.ts";

/** Every key of the address that narrows a list. */
export const filterKeys = ["date", "status", "account", "branch", "shown", "bound", "campaign", "adset"].map((key) => ({
  key,
  label: key,
  kind: "many" as const,
}));

interface AdScreen {
  platform: AdPlatform;
  level: AdLevel;
}

interface FilterData {
  accounts: readonly AdAccount[] | undefined;
  /** Names of the campaign and ad set that the address names. */
  first: AdRow | undefined;
  campaignID: string | undefined;
  adsetID: string | undefined;
}

/** The filters of a level. */
export function useAdFilters(
  { platform, level }: AdScreen,
  { accounts, first, campaignID, adsetID }: FilterData,
): FilterDefinition[] {
  const { t } = useTranslation("campaigns");
  const { name } = platform;
  const [campaign, adset] = [first?.campaign?.name, first?.adset?.name];
  const { branches } = useBranchAndPersonChoices(undefined);
  return useMemo(() => {
    const parent = (key: "campaign" | "adset", id: string | undefined, known: string | undefined) =>
      id
        ? [
            {
              key,
              label: t(`levels.${name}.${key}`),
              kind: "one" as const,
              options: [{ value: id, label: known ?? t("chosen") }],
            },
          ]
        : [];
    return [
      { key: "date", label: t("fields.date"), kind: "dates", pinned: true },
      {
        key: "status",
        label: t("fields.status"),
        kind: "many",
        options: adStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
        pinned: true,
      },
      {
        key: "account",
        label: t("fields.account"),
        kind: "many",
        options: (accounts ?? [])
          .filter(({ status }) => status === 1)
          .map(({ recordID, name }) => ({ value: recordID, label: name })),
      },
      { key: "branch", label: t("fields.branch"), kind: "one", options: branches },
      yesOrNo("shown", t("fields.shown"), [t("isShown"), t("isNotShown")]),
      ...(level === "ad" ? [yesOrNo("bound", t("fields.landingPage"), [t("isBound"), t("isNotBound")])] : []),
      ...parent("campaign", campaignID, campaign),
      ...parent("adset", adsetID, adset),
    ];
  }, [t, name, level, accounts, branches, campaign, adset, campaignID, adsetID]);
}

function yesOrNo(key: string, label: string, [yes, no]: readonly [string, string]): FilterDefinition {
  const options = [
    { value: "1", label: yes },
    { value: "0", label: no },
  ];
  return { key, label, kind: "one", options };
}
