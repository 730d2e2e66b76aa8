import type { PlanInfo } from "@homeroom/contract/broadcast-plans";
import { useTranslation } from "react-i18next";
import { useNumberText } from "#platform/number-text.ts";
import { DetailSection } from "#ui/detail-page/detail-page.tsx";
import layout from "#ui/layout.module.css";
import { useReasonText } from "./use-reason-text.ts";

/** Why people were left out or not reached, with what helps. */
export function PlanReasons({ plan: { reasons } }: { plan: Pick<PlanInfo, "reasons"> }) {
  const { t } = useTranslation("broadcastPlans");
  const reasonText = useReasonText();
  const number = useNumberText();
  if (reasons.length === 0) return null;
  return (
    <DetailSection title={t("reasons")}>
      <ul className={`${layout.closeStack} ${layout.bareList}`}>
        {reasons.map(({ state, reason, count }) => (
          <li
            key={`${state} ${reason}`}
            className={`${layout.written} ${layout.noMargin} ${layout.pad12x16} ${layout.outlined} ${layout.round12} ${layout.sunkenGround}`}
          >
            <b>{t("reasonCount", { state: t(`result.${state}`), number: number(count) })}</b> {reasonText(reason)}
          </li>
        ))}
      </ul>
    </DetailSection>
  );
}
