import type { DashboardFigures } from "@homeroom/contract/dashboard";
import type { EChartsCoreOption } from "echarts/core";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { Chart } from "#ui/chart/chart.tsx";
import type { PageColours } from "#ui/chart/page-colours.ts";
import { laid } from "#ui/laid.ts";
import { dayAddress, type FigureFrame } from "../../rules/figure-links.ts";
import styles from "./figures.module.css";
import { useFigureText } from "./use-figure-text.ts";

interface TrendProps {
  trend: DashboardFigures["trend"];
  frame: FigureFrame;
}

const chartHeight = 220;

/** New leads day by day: bars for these days, a dashed line for those before. A day opens its leads. */
export function Trend({ trend, frame }: TrendProps) {
  const { t } = useTranslation("dashboard");
  const navigate = useNavigate();
  const option = useCallback(
    (colours: PageColours) => trendOption(trend, colours, { now: t("figures.these"), before: t("figures.those") }),
    [trend, t],
  );
  const handleColumn = useCallback(
    (index: number) => {
      const day = trend[index]?.date;
      if (day) void navigate(dayAddress(day, frame));
    },
    [trend, frame, navigate],
  );
  return (
    <section className={laid("card narrowable", styles.panel)} data-wide>
      <h2 className={laid("title below8")}>{t("figures.trend")}</h2>
      <p className={laid("hint flexBox gap16", styles.legend)} aria-hidden>
        <span data-mark="bar">{t("figures.these")}</span>
        <span data-mark="line">{t("figures.those")}</span>
      </p>
      <Chart label={t("figures.trend")} height={chartHeight} option={option} onColumn={handleColumn} />
      <TrendTable trend={trend} frame={frame} />
    </section>
  );
}

function trendOption(
  trend: DashboardFigures["trend"],
  colours: PageColours,
  names: { now: string; before: string },
): EChartsCoreOption {
  const axisLabel = { color: colours.quiet, fontSize: 11 };
  return {
    grid: { left: 32, right: 8, top: 8, bottom: 24 },
    xAxis: {
      type: "category",
      data: trend.map(({ date }) => date),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: colours.hairline } },
      axisLabel: { ...axisLabel, formatter: (day: string) => day.slice(5) },
    },
    yAxis: { type: "value", minInterval: 1, axisLabel, splitLine: { lineStyle: { color: colours.hairline } } },
    tooltip: {
      trigger: "axis",
      axisPointer: { type: "shadow", shadowStyle: { color: colours.hairline, opacity: 0.5 } },
      backgroundColor: colours.raised,
      borderColor: colours.hairline,
      textStyle: { color: colours.text, fontSize: 12 },
    },
    series: [
      {
        name: names.now,
        type: "bar",
        barMaxWidth: 24,
        itemStyle: { color: colours.primary, borderRadius: [3, 3, 0, 0] },
        data: trend.map(({ value }) => value),
      },
      {
        name: names.before,
        type: "line",
        symbol: "none",
        lineStyle: { color: colours.quiet, type: "dashed", width: 1.5 },
        itemStyle: { color: colours.quiet },
        data: trend.map(({ compareValue }) => compareValue),
      },
    ],
  };
}

/** The same as numbers. */
function TrendTable({ trend, frame }: TrendProps) {
  const { t } = useTranslation("dashboard");
  const { number } = useFigureText();
  return (
    <details className={laid("notOnPaper", styles.asTable)}>
      <summary className={laid("text12 ink pointer")}>{t("figures.asTable")}</summary>
      <div className={laid("scrollX", styles.scroll)}>
        <table className={laid("figures wide collapsed quietHead", styles.table)}>
          <thead>
            <tr>
              <th scope="col">{t("figures.day")}</th>
              <th scope="col">{t("figures.card.newLeads")}</th>
              <th scope="col">{t("figures.those")}</th>
              <th scope="col">{t("figures.card.chats")}</th>
              <th scope="col">{t("figures.card.deals")}</th>
            </tr>
          </thead>
          <tbody>
            {trend.map(({ date, value, compareValue, chats, deals }) => (
              <tr key={date}>
                <th scope="row">{date}</th>
                <td>{value > 0 ? <Link to={dayAddress(date, frame)}>{number(value)}</Link> : 0}</td>
                <td>{number(compareValue)}</td>
                <td>{number(chats)}</td>
                <td>{number(deals)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
