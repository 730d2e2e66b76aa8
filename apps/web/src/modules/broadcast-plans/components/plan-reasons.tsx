import type { PlanInfo } from "@homeroom/contract/broadcast-plans";
import { useTranslation } from "react-i18next";
import { useNumberText } from "#platform/number-text.ts";
import { DetailSection } from "#ui/detail-page/detail-page.tsx";
import { laid } from "#ui/laid.ts";
import { useReasonText } from "./use-reason-text.ts";

/** Why people were left out or not reached, with what helps. */
export function PlanReasons({ plan: { reasons } }: { plan: Pick<PlanInfo, "reasons"> }) {
  const { t } = useTranslation("broadcastPlans");
  const reasonText = useReasonText();
  const number = useNumberText();
  if (reasons.length === 0) return null;
  return (
    <DetailSection title={t("reasons")}>
      <ul className={laid("closeStack bareList")}>
        {reasons.map(({ state, reason, count }) => (
          <li key={`${state} ${reason}`} className={laid("written noMargin pad12x16 outlined round12 sunkenGround")}>
            <b>{t("reasonCount", { state: t(`result.${state}`), number: number(count) })}</b> {reasonText(reason)}
          </li>
        ))}
      </ul>
    </DetailSection>
  );
}
