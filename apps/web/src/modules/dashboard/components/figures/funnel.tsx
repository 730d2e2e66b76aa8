import type { DashboardFigures } from "@homeroom/contract/dashboard";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type FigureFrame, stageAddress } from "../../rules/figure-links.ts";
import styles from "./figures.module.css";
import { useFigureText } from "./use-figure-text.ts";

interface FunnelProps {
  funnel: DashboardFigures["funnel"];
  frame: FigureFrame;
}

/** How far the new leads of these days have come. */
export function Funnel({ funnel, frame }: FunnelProps) {
  const { t } = useTranslation("dashboard");
  const { number, share } = useFigureText();
  const all = funnel[0]?.value ?? 0;
  return (
    <section className={styles.panel}>
      <h2 className={styles.title}>{t("figures.funnel")}</h2>
      <ul className={styles.funnel}>
        {funnel.map(({ stage, value, compareValue }) => (
          <li key={stage}>
            <Link to={stageAddress(stage, frame)} className={styles.stage}>
              <span>{t(`figures.stage.${stage}`)}</span>
              <span className={styles.count} title={t("figures.before", { number: number(compareValue) })}>
                {number(value)}
                <span className={styles.share}>{stage !== "leads" && share(value, all)}</span>
              </span>
              <span className={styles.track} aria-hidden>
                <span style={{ width: `${all === 0 ? 0 : (value / all) * 100}%` }} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
