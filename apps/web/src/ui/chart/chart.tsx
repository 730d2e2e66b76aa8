import type { EChartsCoreOption, EChartsType } from "echarts/core";
import { useEffect, useRef, useState } from "react";
import { laid } from "#ui/laid.ts";
import styles from "./chart.module.css";
import { type PageColours, usePageColours } from "./page-colours.ts";

interface ChartProps {
  /** The content of the chart in words, for screen readers. */
  label: string;
  height: number;
  /** The chart in the page's colours. Keep it stable (`useCallback`): a new one redraws the chart. */
  option: (colours: PageColours) => EChartsCoreOption;
  /** Receives the index of the clicked column; a click counts at any height. */
  onColumn?: (index: number) => void;
}

/** A chart in the colours of the page, as wide as its container. The library loads with the first chart. */
export function Chart({ label, height, option, onColumn }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<EChartsType>();
  const colours = usePageColours();

  useEffect(() => {
    let made: EChartsType | undefined;
    let wanted = true;
    const size = new ResizeObserver(() => made?.resize());
    void import("./echarts.ts").then(({ init }) => {
      if (!wanted || !place.current) return;
      made = init(place.current, null, { renderer: "svg" });
      size.observe(place.current);
      setChart(made);
    });
    return () => {
      wanted = false;
      size.disconnect();
      made?.dispose();
      setChart(undefined);
    };
  }, []);

  useEffect(() => {
    chart?.setOption({ animation: false, ...option(colours) }, true);
  }, [chart, option, colours]);

  useEffect(() => {
    if (!chart || !onColumn) return;
    const area = chart.getZr();
    const handleClick = ({ offsetX, offsetY }: { offsetX: number; offsetY: number }) => {
      if (!chart.containPixel("grid", [offsetX, offsetY])) return;
      const [index] = chart.convertFromPixel("grid", [offsetX, offsetY]);
      if (index !== undefined) onColumn(Math.round(index));
    };
    area.on("click", handleClick);
    return () => area.off("click", handleClick);
  }, [chart, onColumn]);

  return (
    <div
      ref={place}
      role="img"
      aria-label={label}
      className={laid("narrowable wide", styles.chart)}
      data-clickable={onColumn ? true : undefined}
      style={{ height }}
    />
  );
}
