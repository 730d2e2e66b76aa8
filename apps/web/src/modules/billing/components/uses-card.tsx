import { type AccountInfo, type PlanUse, planUses } from "@homeroom/contract/billing";
import { Progress } from "antd";
import { useTranslation } from "react-i18next";
import { DetailSection } from "#ui/detail-page/detail-page.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { amountText, shareOfLimit } from "../rules/limits.ts";
import styles from "./billing.module.css";
import { UseCurve } from "./use-curve.tsx";

const colours = { fine: "var(--color-primary)", near: "var(--warning)", full: "var(--danger)" };

/** How much of each limit of the plan is used, with a warning from 80 % on, and the daily use. */
export function UsesCard({ uses }: Pick<AccountInfo, "uses">) {
  const { t } = useTranslation("billing");
  // Without any messages ever granted there is no limit to measure against.
  const shown = planUses.filter((thing) => uses[thing].limit > 0);
  return (
    <DetailSection title={t("uses.title")}>
      <ul className={laid("listed", styles.uses)}>
        {shown.map((thing) => (
          <UseBar key={thing} thing={thing} use={uses[thing]} />
        ))}
      </ul>
      <UseCurve shown={shown} />
    </DetailSection>
  );
}

function UseBar({ thing, use }: { thing: PlanUse; use: AccountInfo["uses"][PlanUse] }) {
  const { t } = useTranslation("billing");
  const { percent, state } = shareOfLimit(use);
  const words = t("uses.of", { used: amountText(thing, use.used), limit: amountText(thing, use.limit) });
  return (
    <li>
      <div className={laid("line justifyBetween")}>
        <span>{t(`uses.${thing}`)}</span>
        <span className={layout.figures}>{words}</span>
      </div>
      <Progress
        percent={percent}
        showInfo={false}
        size="small"
        strokeColor={colours[state]}
        aria-label={`${t(`uses.${thing}`)} ${words}`}
      />
      {state === "near" && <span className={laid("warning text12")}>{t("uses.near")}</span>}
      {state === "full" && <span className={laid("danger text12")}>{t("uses.full")}</span>}
    </li>
  );
}
