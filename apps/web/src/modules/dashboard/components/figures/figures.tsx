import type { DashboardFigures } from "@homeroom/contract/dashboard";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useAddress } from "#ui/page/use-address.ts";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { useFigures } from "../../api.ts";
import { choiceOf, type FigureFrame } from "../../rules/figure-links.ts";
import { Cards } from "./cards.tsx";
import styles from "./figures.module.css";
import { FiguresBar } from "./figures-bar.tsx";
import { Funnel } from "./funnel.tsx";
import { type RankedRow, RankedTable } from "./ranked-table.tsx";
import { ReplyTime } from "./reply-time.tsx";
import { Trend } from "./trend.tsx";

/** The figures of the last days beside those of the days before. Every one opens the list that it counts. */
export function Figures() {
  const { search } = useAddress();
  const choice = useMemo(() => choiceOf(search), [search]);
  const { data, error, isPlaceholderData, refetch } = useFigures(choice);
  const frame = useMemo(() => data && { range: data.range, own: data.own, choice }, [data, choice]);
  return (
    <section className={styles.figures} aria-busy={isPlaceholderData || !data}>
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
      <div className={styles.panels}>
        <Trend trend={figures.trend} frame={frame} />
        <ReplyTime reply={figures.reply} before={figures.compareReply} frame={frame} />
        <Funnel funnel={figures.funnel} frame={frame} />
        <RankedTable title={t("figures.channels")} of={t("figures.channel")} rows={channels} frame={frame} />
        <RankedTable title={t("figures.ranking")} of={t("figures.person")} rows={people} frame={frame} />
      </div>
    </>
  );
}
