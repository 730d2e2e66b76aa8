import type { FunnelStage } from "@homeroom/contract/dashboard";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { laid } from "#ui/laid.ts";
import { type FigureFrame, stageAddress } from "../../rules/figure-links.ts";
import styles from "./figures.module.css";
import { useFigureText } from "./use-figure-text.ts";

export interface RankedRow extends Record<FunnelStage, number> {
  key: string;
  name: string;
  /** The lead list filter for this row. */
  filter: Record<string, string>;
}

interface RankedTableProps {
  title: string;
  /** The title of the first column. */
  of: string;
  rows: readonly RankedRow[];
  frame: FigureFrame;
}

const shownAtFirst = 8;
const columns: readonly FunnelStage[] = ["leads", "talked", "attended", "dealt"];

/** Leads of these days by channel or person, with the stages reached; each figure opens its leads. */
export function RankedTable({ title, of, rows, frame }: RankedTableProps) {
  const { t } = useTranslation("dashboard");
  const { number, share } = useFigureText();
  const [all, setAll] = useState(false);
  const shown = all ? rows : rows.slice(0, shownAtFirst);
  return (
    <section className={laid("card narrowable", styles.panel)}>
      <h2 className={laid("title below8")}>{title}</h2>
      {rows.length === 0 ? (
        <p className={laid("hint", styles.nothing)}>{t("figures.nothing")}</p>
      ) : (
        <div className={laid("scrollX", styles.scroll)}>
          <table className={laid("figures wide collapsed quietHead", styles.table)}>
            <thead>
              <tr>
                <th scope="col">{of}</th>
                {columns.map((stage) => (
                  <th key={stage} scope="col">
                    {t(`figures.stage.${stage}`)}
                  </th>
                ))}
                <th scope="col">{t("figures.rate")}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <tr key={row.key}>
                  <th scope="row" title={row.name}>
                    {row.name}
                  </th>
                  {columns.map((stage) => (
                    <td key={stage}>
                      {row[stage] > 0 ? (
                        <Link to={stageAddress(stage, frame, row.filter)}>{number(row[stage])}</Link>
                      ) : (
                        number(0)
                      )}
                    </td>
                  ))}
                  <td>{share(row.dealt, row.leads)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rows.length > shown.length && (
        <Button type="link" size="small" onClick={() => setAll(true)}>
          {t("figures.showAll", { number: number(rows.length) })}
        </Button>
      )}
    </section>
  );
}
