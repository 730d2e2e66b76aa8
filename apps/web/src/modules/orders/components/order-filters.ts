import { confirmStatuses, orderStatuses, paidMethods } from "@homeroom/contract/order-words";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useBranchAndPersonChoices } from "#platform/filter-choices.ts";
import type { FilterDefinition } from "#ui/filter-bar/filters.ts";

/** The filters of orders. `lead`: the one in the address. */
export function useOrderFilters(lead: { id: string; name: string } | undefined): FilterDefinition[] {
  const { t } = useTranslation("orders");
  const [id, name] = [lead?.id, lead?.name];
  const { branches, people } = useBranchAndPersonChoices(undefined);
  return useMemo(
    () => [
      {
        key: "status",
        label: t("fields.status"),
        kind: "many",
        options: orderStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
        pinned: true,
      },
      { key: "date", label: t("fields.createTime"), kind: "dates", pinned: true },
      { key: "paidOn", label: t("fields.payDate"), kind: "dates" },
      {
        key: "method",
        label: t("fields.payMethod"),
        kind: "many",
        options: paidMethods.map((value) => ({ value, label: t(`method.${value}`) })),
      },
      {
        key: "confirm",
        label: t("fields.confirmStatus"),
        kind: "many",
        options: confirmStatuses.map((value) => ({ value, label: t(`confirm.${value}`) })),
      },
      { key: "branch", label: t("fields.branch"), kind: "one", options: branches },
      { key: "sales", label: t("fields.sales"), kind: "one", options: people },
      { key: "mine", label: t("mine"), kind: "one", options: [{ value: "yes", label: t("yes") }] },
      { key: "overdue", label: t("fields.isOverdue"), kind: "one", options: [{ value: "yes", label: t("yes") }] },
      { key: "kept", label: t("hasKept"), kind: "one", options: [{ value: "1", label: t("yes") }] },
      { key: "refunding", label: t("refundWaits"), kind: "one", options: [{ value: "1", label: t("yes") }] },
      ...(id
        ? [
            {
              key: "leadId",
              label: t("fields.lead"),
              kind: "one" as const,
              options: [{ value: id, label: name || t("thisLead") }],
            },
          ]
        : []),
    ],
    [t, id, name, branches, people],
  );
}
