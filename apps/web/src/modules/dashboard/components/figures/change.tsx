import { ArrowDownOutlined, ArrowUpOutlined } from "@ant-design/icons";
import { useTranslation } from "react-i18next";
import layout from "#ui/layout.module.css";
import styles from "./figures.module.css";
import { useFigureText } from "./use-figure-text.ts";

interface ChangeProps {
  before: number;
  /** In percent; null where there was nothing before. */
  rate: number | null;
  /** Fewer is better, as of waiting. */
  lessIsBetter?: boolean;
}

/** How a figure has changed against the days before: an arrow and a number, not colour alone. */
export function Change({ before, rate, lessIsBetter = false }: ChangeProps) {
  const { t, i18n } = useTranslation("dashboard");
  const { number } = useFigureText();
  const title = t("figures.before", { number: number(before) });
  if (rate === null || rate === 0)
    return (
      <span className={`${layout.inlineMiddle} ${styles.change}`} title={title}>
        {rate === 0 ? t("figures.same") : title}
      </span>
    );
  const percent = new Intl.NumberFormat(i18n.language, { style: "percent", maximumFractionDigits: 1 });
  const isGood = rate > 0 !== lessIsBetter;
  return (
    <span className={`${layout.inlineMiddle} ${styles.change}`} data-good={isGood} title={title}>
      {rate > 0 ? (
        <ArrowUpOutlined aria-label={t("figures.up")} />
      ) : (
        <ArrowDownOutlined aria-label={t("figures.down")} />
      )}
      {percent.format(Math.abs(rate) / 100)}
    </span>
  );
}
