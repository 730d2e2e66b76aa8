import type { PlanUse, PlanUseDay } from "@homeroom/contract/billing";
import { Segmented, Select } from "antd";
import type { EChartsCoreOption } from "echarts/core";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { Chart } from "#ui/chart/chart.tsx";
import type { PageColours } from "#ui/chart/page-colours.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { ErrorState } from "#ui/states/error-state.tsx";
import { useUseHistory } from "../api/queries.ts";
import { bytesAxis } from "../rules/bytes-text.ts";
import { amountText } from "../rules/limits.ts";
import styles from "./billing.module.css";

const stretches = [30, 90, 365] as const;
const chartHeight = 200;
const dayMs = 24 * 3_600_000;

/** The daily use of one limit, against the limit of each day; also as a table. */
export function UseCurve({ shown }: { shown: readonly PlanUse[] }) {
  const { t } = useTranslation("billing");
  const [chosen, setChosen] = useState<PlanUse>("storage");
  const [days, setDays] = useState<number>(30);
  const use = shown.includes(chosen) ? chosen : (shown[0] ?? "storage");
  const { data: list, error, refetch } = useUseHistory(use, days);
  const option = useCallback(
    (colours: PageColours) =>
      curveOption(list ?? [], colours, { use, used: t("history.used"), limit: t("history.limit") }),
    [list, use, t],
  );
  return (
    <section className={styles.history} aria-label={t("history.title")}>
      <div className={laid("rowWrap below8")}>
        <h3 className={laid("strong text14")}>{t("history.title")}</h3>
        <Select
          size="small"
          aria-label={t("history.what")}
          value={use}
          options={shown.map((one) => ({ value: one, label: t(`uses.${one}`) }))}
          onChange={setChosen}
          popupMatchSelectWidth={false}
        />
        <Segmented
          size="small"
          value={days}
          options={stretches.map((count) => ({ value: count, label: t("history.days", { count }) }))}
          onChange={setDays}
        />
      </div>
      {error !== null && !list && <ErrorState message={error} onRetry={() => void refetch()} />}
      {list && (
        <>
          <Chart label={`${t("history.title")}: ${t(`uses.${use}`)}`} height={chartHeight} option={option} />
          {list.length === 1 && <p className={layout.small}>{t("history.first")}</p>}
          <UseTable list={list} use={use} />
        </>
      )}
    </section>
  );
}

function curveOption(
  list: readonly PlanUseDay[],
  colours: PageColours,
  { use, used, limit }: { use: PlanUse; used: string; limit: string },
): EChartsCoreOption {
  const axisLabel = { color: colours.quiet, fontSize: 11 };
  const most = Math.max(...list.map((day) => Math.max(day.used, day.limit)));
  const points = (of: (day: PlanUseDay) => number) => list.map((day) => [day.date, of(day)]);
  return {
    grid: { left: 56, right: 8, top: 32, bottom: 24 },
    legend: { top: 0, textStyle: { color: colours.quiet } },
    // Days without a measurement keep their width.
    xAxis: {
      type: "time",
      // On the first days there would be a tick for every few hours, each with the same date.
      minInterval: dayMs,
      axisLine: { lineStyle: { color: colours.hairline } },
      axisLabel: { ...axisLabel, formatter: "{MM}-{dd}", hideOverlap: true },
    },
    yAxis: {
      type: "value",
      ...(use === "storage" ? bytesAxis(most) : { minInterval: 1 }),
      axisLabel: { ...axisLabel, formatter: (value: number) => amountText(use, value) },
      splitLine: { lineStyle: { color: colours.hairline } },
    },
    tooltip: {
      trigger: "axis",
      backgroundColor: colours.raised,
      borderColor: colours.hairline,
      textStyle: { color: colours.text, fontSize: 12 },
      valueFormatter: (value: unknown) => amountText(use, Number(value)),
    },
    series: [
      {
        name: used,
        type: "line",
        showSymbol: list.length === 1,
        areaStyle: { color: colours.primary, opacity: 0.12 },
        lineStyle: { color: colours.primary, width: 2 },
        itemStyle: { color: colours.primary },
        data: points((day) => day.used),
      },
      {
        name: limit,
        type: "line",
        step: "end",
        showSymbol: false,
        lineStyle: { color: colours.quiet, type: "dashed", width: 1.5 },
        itemStyle: { color: colours.quiet },
        data: points((day) => day.limit),
      },
    ],
  };
}

/** The same in figures, newest first. */
function UseTable({ list, use }: { list: readonly PlanUseDay[]; use: PlanUse }) {
  const { t } = useTranslation("billing");
  return (
    <details className={styles.asTable}>
      <summary className={laid("text12 ink pointer")}>{t("history.asTable")}</summary>
      {/* It scrolls, so the keyboard must reach it. */}
      <div className={laid("scrollX", styles.scroll)} role="group" aria-label={t(`uses.${use}`)} tabIndex={0}>
        <table className={laid("wide collapsed ruledCells", styles.plans)}>
          <thead>
            <tr>
              <th scope="col">{t("history.date")}</th>
              <th scope="col">{t("history.used")}</th>
              <th scope="col">{t("history.limit")}</th>
            </tr>
          </thead>
          <tbody>
            {list.toReversed().map(({ date, used, limit }) => (
              <tr key={date}>
                <th scope="row" className={layout.figures}>
                  {date}
                </th>
                <td className={layout.figures}>{amountText(use, used)}</td>
                <td className={layout.figures}>{amountText(use, limit)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
