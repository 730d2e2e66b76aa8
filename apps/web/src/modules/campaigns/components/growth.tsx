import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { growthOf } from "../rules/ad-request.ts";
import { type FigureName, isBetterWhenLower } from "../rules/figure-text.ts";

/** How much a figure has changed since the previous range. Spend alone is neither good nor bad. */
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
  const tone = percent === 0 || name === "spend" ? layout.quiet : isGood ? layout.success : layout.danger;
  const text = `${percent > 0 ? "+" : ""}${percent}%`;
  return (
    <span className={laid("text12 figures", tone)} title={t("sinceBefore")}>
      {text}
    </span>
  );
}
