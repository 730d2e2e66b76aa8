import type { MessageCost } from "@homeroom/contract/broadcast-settings";
import { useTranslation } from "react-i18next";
import { unitPriceText } from "#platform/money.ts";
import { useNumberText } from "#platform/number-text.ts";

/** The cost of a message, in brief. */
export function CostText({ cost }: { cost: MessageCost["service"] }) {
  const { t } = useTranslation("composer");
  const number = useNumberText();
  if (cost.kind === "unknown") return t("price.charged");
  if (cost.kind === "priced") return t("price.costs", { amount: unitPriceText(cost.amount ?? 0, cost.currency) });
  return cost.left === null ? t("price.free") : t("price.left", { left: number(cost.left) });
}
