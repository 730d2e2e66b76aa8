import type { DashboardFigures } from "@homeroom/contract/dashboard";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import layout from "#ui/layout.module.css";
import { cardAddress, type FigureFrame } from "../../rules/figure-links.ts";
import { Change } from "./change.tsx";
import styles from "./figures.module.css";
import { useFigureText } from "./use-figure-text.ts";

interface CardsProps {
  cards: DashboardFigures["cards"];
  frame: FigureFrame;
}

/** The figures at one glance, each a link to its list. */
export function Cards({ cards, frame }: CardsProps) {
  const { t } = useTranslation("dashboard");
  const { number } = useFigureText();
  return (
    <ul className={styles.cards}>
      {cards.map(({ key, value, compareValue, changeRate }) => (
        <li key={key}>
          <Link to={cardAddress(key, frame)} className={styles.card} data-alarming={key === "unanswered" && value > 0}>
            <span className={styles.name}>{t(`figures.card.${key}`)}</span>
            <span className={styles.value}>{number(value)}</span>
            {compareValue === null ? (
              <span className={`${layout.inlineMiddle} ${styles.change}`}>{t("figures.now")}</span>
            ) : (
              <Change before={compareValue} rate={changeRate} />
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}
