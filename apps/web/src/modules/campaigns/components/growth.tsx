import { useTranslation } from "react-i18next";
import { growthOf } from "../rules/ad-request.ts";
import { type FigureName, isBetterWhenLower } from "../rules/figure-text.ts";
import styles from "./campaigns.module.css";

/** How much a figure has changed since the range before. Spend alone is neither good nor bad. */
export function Growth({
  name,
  now,
  before,
}: {
  name: FigureName;
  now: number | null;
  before: number | null | undefined;
}) {
  const { t } = useTranslation("campaigns");
  const growth = growthOf(now, before);
  if (growth === null) return null;
  const percent = Math.round(growth * 100);
  const isGood = isBetterWhenLower(name) ? percent < 0 : percent > 0;
  const tone = percent === 0 || name === "spend" ? styles.even : isGood ? styles.better : styles.worse;
  const text = `${percent > 0 ? "+" : ""}${percent}%`;
  return (
    <span className={tone} title={t("sinceBefore")}>
      {text}
    </span>
  );
}
