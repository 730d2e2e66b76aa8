import type { PlanInfo } from "@homeroom/contract/broadcast-plans";
import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useDateView, useNow } from "#platform/date-view.ts";
import { minuteText } from "#platform/dates.ts";
import { Chart } from "#ui/chart/chart.tsx";
import type { PageColours } from "#ui/chart/page-colours.ts";
import layout from "#ui/layout.module.css";
import { curvePoints, isKnown } from "../rules/plan-figures.ts";

/** Lines that people can tell apart without their colours. */
const lines = [
  { key: "accepted", stroke: "dotted" },
  { key: "delivered", stroke: "solid" },
  { key: "read", stroke: "dashed" },
  { key: "clicked", stroke: [2, 2] },
  { key: "replied", stroke: [8, 3, 2, 3] },
] as const;

/** How deliveries, reads and replies grew, by hours. */
export function PlanCurve({ plan }: { plan: Pick<PlanInfo, "curve" | "startTime" | "endTime" | "kind" | "counters"> }) {
  const { kind, counters } = plan;
  const now = useNow();
  const curve = useMemo(() => curvePoints(plan, now), [plan, now]);
  const hasClicks = counters.clicked > 0;
  const { t } = useTranslation("broadcastPlans");
  const view = useDateView();
  const shown = useMemo(
    () => lines.filter(({ key }) => isKnown({ kind }, key) && (key !== "clicked" || hasClicks)),
    [kind, hasClicks],
  );
  const option = useCallback(
    (colours: PageColours) => ({
      grid: { left: 48, right: 8, top: 32, bottom: 24 },
      // One row, on a phone too: a second one would overlap the chart.
      legend: { type: "scroll", top: 0, itemWidth: 18, itemGap: 8, textStyle: { color: colours.quiet, fontSize: 11 } },
      color: [colours.quiet, colours.primary, colours.success, colours.text, colours.text],
      tooltip: {
        trigger: "axis",
        backgroundColor: colours.raised,
        borderColor: colours.hairline,
        textStyle: { color: colours.text, fontSize: 12 },
      },
      xAxis: {
        type: "category",
        data: curve.map(({ time }) => minuteText(time, view)),
        axisLine: { lineStyle: { color: colours.hairline } },
        axisLabel: { color: colours.quiet, fontSize: 11 },
      },
      yAxis: {
        type: "value",
        minInterval: 1,
        splitLine: { lineStyle: { color: colours.hairline } },
        axisLabel: { color: colours.quiet, fontSize: 11 },
      },
      series: shown.map(({ key, stroke }) => ({
        type: "line",
        name: t(`figures.${key}`),
        data: curve.map((point) => point[key]),
        connectNulls: true,
        lineStyle: { type: stroke },
        symbol: "circle",
        showSymbol: curve.length === 1,
      })),
    }),
    [curve, shown, t, view],
  );
  if (curve.length === 0) return null;
  return (
    <div className={layout.above16}>
      <Chart label={t("curve")} height={220} option={option} />
    </div>
  );
}
