import { ArrowDownOutlined, ArrowUpOutlined } from "@ant-design/icons";
import type { DashboardFigures } from "@homeroom/contract/dashboard";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useAddress } from "#ui/page/use-address.ts";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { useFigures } from "../../api/dashboard.ts";
import { cardAddress, choiceOf, type FigureFrame, stageAddress } from "../../rules/figure-links.ts";
import styles from "./figures.module.css";
import { FiguresBar } from "./figures-bar.tsx";
import { type RankedRow, RankedTable } from "./ranked-table.tsx";
import { ReplyTime } from "./reply-time.tsx";
import { Trend } from "./trend.tsx";
import { useFigureText } from "./use-figure-text.ts";

/** The figures of the last days compared with those of the days before. Each opens the list that it counts. */
export function Figures() {
  const { search } = useAddress();
  const choice = useMemo(() => choiceOf(search), [search]);
  const { data, error, isPlaceholderData, refetch } = useFigures(choice);
  const frame = useMemo(() => data && { range: data.range, own: data.own, choice }, [data, choice]);
  return (
    <section className={laid("above8", styles.figures)} aria-busy={isPlaceholderData || !data}>
      <FiguresBar choice={choice} own={data?.own ?? false} range={data?.range} />
      {error && !data && <ErrorState message={error} onRetry={() => void refetch()} />}
      {data && frame ? <Panels figures={data} frame={frame} /> : !error && <Skeleton width="100%" height={420} />}
    </section>
  );
}

function Panels({ figures, frame }: { figures: DashboardFigures; frame: FigureFrame }) {
  const { t } = useTranslation("dashboard");
  const channels = figures.channels.map(
    ({ channel, compareLeads: _before, ...row }): RankedRow => ({
      ...row,
      key: channel?.recordID ?? "none",
      name: channel?.name ?? t("figures.noChannel"),
      filter: channel ? { channel: channel.recordID } : { noChannel: "yes" },
    }),
  );
  const people = figures.salesRank.map(
    ({ sales, ...row }): RankedRow => ({
      ...row,
      key: sales?.accountID ?? "none",
      name: sales?.nickname ?? t("figures.noSales"),
      filter: sales ? { sales: sales.accountID } : { noSales: "yes" },
    }),
  );
  return (
    <>
      <Cards cards={figures.cards} frame={frame} />
      <div className={laid("gridBox gap12", styles.panels)}>
        <Trend trend={figures.trend} frame={frame} />
        <ReplyTime figures={figures} frame={frame} />
        <Funnel funnel={figures.funnel} frame={frame} />
        <RankedTable title={t("figures.channels")} of={t("figures.channel")} rows={channels} frame={frame} />
        <RankedTable title={t("figures.ranking")} of={t("figures.person")} rows={people} frame={frame} />
      </div>
    </>
  );
}

interface CardsProps {
  cards: DashboardFigures["cards"];
  frame: FigureFrame;
}

/** The figures at a glance, each a link to its list. */
function Cards({ cards, frame }: CardsProps) {
  const { t } = useTranslation("dashboard");
  const { number, money } = useFigureText();
  return (
    <ul className={laid("gridBox gap12 below12 noPadding unmarked", styles.cards)}>
      {cards.map(({ key, value, compareValue, changeRate, currency, rows }) => (
        <li key={`${key} ${currency}`}>
          <Link
            to={cardAddress(key, frame)}
            className={laid("frame gridBox pad12x16 inheritColour tall hoverable", styles.card)}
            data-alarming={key === "unanswered" && value > 0}
          >
            <span className={layout.hint}>{t(`figures.card.${key}`)}</span>
            <span className={laid("strong figures text24", styles.value)} data-money={currency !== null}>
              {currency === null ? number(value) : money(value, currency)}
            </span>
            <span className={laid("middleWrap gap0x12")}>
              {compareValue === null ? (
                <span className={laid("inlineMiddle hint figures gap4", styles.change)}>{t("figures.now")}</span>
              ) : (
                <Change
                  before={currency === null ? number(compareValue) : money(compareValue, currency)}
                  rate={changeRate}
                  isNeutral={key === "adSpend" || key === "volcengineSpend"}
                />
              )}
              {rows !== null && isCounted(key) && (
                <span className={laid("hint figures gap4", styles.change)}>
                  {t(`figures.rows.${key}`, { count: rows, number: number(rows) })}
                </span>
              )}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const counted = ["revenue", "broadcasts", "adSpend", "volcengineSpend"] as const;
type CountedFigure = (typeof counted)[number];
const isCounted = (key: string): key is CountedFigure => counted.some((one) => one === key);

interface ChangeProps {
  before: string;
  /** In percent; null if the previous figure was 0. */
  rate: number | null;
  /** More is neither better nor worse, as for ad spend. */
  isNeutral?: boolean;
}

/** The change from the days before: an arrow and a number, not colour alone. */
function Change({ before, rate, isNeutral = false }: ChangeProps) {
  const { t, i18n } = useTranslation("dashboard");
  const title = t("figures.before", { number: before });
  if (rate === null || rate === 0)
    return (
      <span className={laid("inlineMiddle hint figures gap4", styles.change)} title={title}>
        {rate === 0 ? t("figures.same") : title}
      </span>
    );
  const percent = new Intl.NumberFormat(i18n.language, { style: "percent", maximumFractionDigits: 1 });
  return (
    <span
      className={laid("inlineMiddle hint figures gap4", styles.change)}
      {...(!isNeutral && { "data-good": rate > 0 })}
      title={title}
    >
      {rate > 0 ? (
        <ArrowUpOutlined aria-label={t("figures.up")} />
      ) : (
        <ArrowDownOutlined aria-label={t("figures.down")} />
      )}
      {percent.format(Math.abs(rate) / 100)}
    </span>
  );
}

interface FunnelProps {
  funnel: DashboardFigures["funnel"];
  frame: FigureFrame;
}

/** The stages that the new leads of these days have reached. */
function Funnel({ funnel, frame }: FunnelProps) {
  const { t } = useTranslation("dashboard");
  const { number, share } = useFigureText();
  const all = funnel[0]?.value ?? 0;
  return (
    <section className={laid("card narrowable", styles.panel)}>
      <h2 className={laid("title below8")}>{t("figures.funnel")}</h2>
      <ul className={laid("noPadding unmarked")}>
        {funnel.map(({ stage, value, compareValue }) => (
          <li key={stage}>
            <Link
              to={stageAddress(stage, frame)}
              className={laid("gridBox gap4x8 pad6x8 round8 inheritColour hoverable", styles.stage)}
            >
              <span>{t(`figures.stage.${stage}`)}</span>
              <span
                className={laid("figures", styles.count)}
                title={t("figures.before", { number: number(compareValue) })}
              >
                {number(value)}
                <span className={laid("hint", styles.share)}>{stage !== "leads" && share(value, all)}</span>
              </span>
              <span className={laid("sunkenGround clip spanAll round3", styles.track)} aria-hidden>
                <span style={{ width: `${all === 0 ? 0 : (value / all) * 100}%` }} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
