import type { VisitStat } from "@homeroom/contract/log";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { useNumberText } from "#platform/number-text.ts";
import { Chart } from "#ui/chart/chart.tsx";
import type { PageColours } from "#ui/chart/page-colours.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { useVisitStats, useVisitTrend } from "../api.ts";
import styles from "./log-overview.module.css";

interface LogOverviewProps {
  /** First and last day that the list shows; empty without a limit. */
  days: readonly string[];
  onDay: (day: string) => void;
}

const chartHeight = 112;

/** Today's figures, and what was done on each of the last 30 days; a click on a day shows that day alone. */
export function LogOverview({ days, onDay }: LogOverviewProps) {
  const { t } = useTranslation("log");
  const narrow = useNarrow(768);
  const { data: stats } = useVisitStats();
  return (
    <section className={laid("frame middle fixed below16", styles.overview)} aria-label={t("overview")}>
      <div className={laid("fixed flexBox", styles.stats)}>
        {stats
          ? stats.map((stat) => <Stat key={stat.type} stat={stat} />)
          : [1, 2, 3].map((number) => <Skeleton key={number} width={72} height={44} />)}
      </div>
      {!narrow && <Trend days={days} onDay={onDay} />}
    </section>
  );
}

function Stat({ stat }: { stat: VisitStat }) {
  const { t, i18n } = useTranslation("log");
  const number = useNumberText();
  const growth = new Intl.NumberFormat(i18n.language, { style: "percent", signDisplay: "exceptZero" });
  return (
    <div className={laid("gridBox", styles.stat)} title={t("kept", { number: number(stat.totalCount) })}>
      <span className={laid("hint oneLine", styles.statTitle)}>{t("today", { what: stat.title })}</span>
      <span className={laid("strong figures text24", styles.statCount)}>{number(stat.todayCount)}</span>
      <span className={laid("hint oneLine", styles.growth)}>
        {stat.growthRate !== 0 && t("growth", { number: growth.format(stat.growthRate) })}
      </span>
    </div>
  );
}

function Trend({ days, onDay }: LogOverviewProps) {
  const { t } = useTranslation("log");
  const { data: trend } = useVisitTrend();
  const [from = "", to = ""] = days;
  const option = useCallback(
    (colours: PageColours) => {
      const dates = trend?.dates ?? [];
      const isShown = (day: string) => (from === "" || day >= from) && (to === "" || day <= to);
      return {
        grid: { left: 0, right: 0, top: 8, bottom: 20 },
        xAxis: {
          type: "category",
          data: dates,
          axisTick: { show: false },
          axisLine: { lineStyle: { color: colours.hairline } },
          axisLabel: { color: colours.quiet, fontSize: 11, formatter: (day: string) => day.slice(5) },
        },
        yAxis: { type: "value", show: false },
        tooltip: {
          trigger: "axis",
          axisPointer: { type: "shadow", shadowStyle: { color: colours.hairline, opacity: 0.5 } },
          backgroundColor: colours.raised,
          borderColor: colours.hairline,
          textStyle: { color: colours.text, fontSize: 12 },
          formatter: (points: readonly { dataIndex: number }[]) => {
            const at = points[0]?.dataIndex ?? 0;
            const figures = { pv: trend?.pvList[at], uv: trend?.uvList[at], ip: trend?.ipList[at] };
            return `${dates[at]}<br>${t("dayFigures", figures)}`;
          },
        },
        series: [
          {
            type: "bar",
            barMaxWidth: 18,
            data: dates.map((day, index) => ({
              value: trend?.pvList[index] ?? 0,
              itemStyle: { color: colours.primary, opacity: isShown(day) ? 1 : 0.3, borderRadius: [3, 3, 0, 0] },
            })),
          },
        ],
      };
    },
    [trend, from, to, t],
  );
  const handleColumn = useCallback(
    (index: number) => {
      const day = trend?.dates[index];
      if (day) onDay(day);
    },
    [trend, onDay],
  );
  return (
    <div className={layout.grow}>
      <Chart label={t("trend")} height={chartHeight} option={option} onColumn={handleColumn} />
    </div>
  );
}
