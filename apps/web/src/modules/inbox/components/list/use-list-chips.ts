import { channelKinds } from "@homeroom/contract/chat";
import { useTranslation } from "react-i18next";
import { useBranches } from "#platform/branches.ts";
import type { FilterDefinition } from "#ui/filter-bar/filters.ts";
import { useLabelOptions, useSalesOptions } from "../../api/person.ts";
import { addressKeys } from "../../rules/inbox-address.ts";

/** The filters of the list by people, labels, branches and channels. */
export function useListChips(): FilterDefinition[] {
  const { t } = useTranslation("inbox");
  const people = useSalesOptions();
  const labels = useLabelOptions();
  const branches = useBranches().data ?? [];
  return [
    { key: addressKeys.sales, label: t("list.sales"), kind: "many", options: people },
    ...(branches.length > 1
      ? [{ key: addressKeys.branch, label: t("list.branch"), kind: "one" as const, options: branches }]
      : []),
    { key: addressKeys.label, label: t("list.labels"), kind: "many", options: labels },
    {
      key: addressKeys.channel,
      label: t("list.channel"),
      kind: "one",
      options: channelKinds.map((kind) => ({ value: kind, label: t(`channelKind.${kind}`) })),
    },
  ];
}
