import { CheckCircleOutlined, RedoOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import type { Column } from "#ui/data-table/column.ts";
import { DataTable } from "#ui/data-table/data-table.tsx";
import { listStateOf } from "#ui/data-table/list-state.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { type DeliveryProblem, useDeliveryProblems, useRerunDelivery } from "../api/whatsapp.ts";
import { eventKey } from "../rules/text-keys.ts";
import styles from "./delivery-problems.module.css";

/** Deliveries that could not be processed, with the reason and a retry. */
export function DeliveryProblems() {
  const { t } = useTranslation("channels");
  const list = listStateOf(useDeliveryProblems());
  const columns = useColumns();
  return (
    <div className={laid("column", styles.problems)}>
      <DataTable
        id="channels.problems"
        label={t("problems.title")}
        columns={columns}
        list={list}
        toolbar={
          <>
            <h2 className={laid("line title alignBaseline")}>
              {t("problems.title")}
              {Boolean(list.total) && <span className={laid("quiet figures text14 regular")}>{list.total}</span>}
            </h2>
            {Boolean(list.total) && <p className={layout.quiet}>{t("problems.detail")}</p>}
          </>
        }
        empty={
          <EmptyState icon={<CheckCircleOutlined />} title={t("problems.none")} detail={t("problems.noneDetail")} />
        }
        card={(row) => ({
          title: t(`event.${eventKey(row.eventType)}`),
          aside: <RerunButton problem={row} />,
          facts: [row.channelName, <RelativeTime key="time" value={row.receivedAt} />, <Cause key="cause" row={row} />],
        })}
      />
    </div>
  );
}

function useColumns(): Column<DeliveryProblem>[] {
  const { t } = useTranslation("channels");
  return [
    {
      key: "time",
      title: t("problems.time"),
      width: 140,
      frozen: true,
      render: (row) => <RelativeTime value={row.receivedAt} />,
    },
    { key: "channel", title: t("problems.channel"), width: 180, render: (row) => row.channelName },
    { key: "kind", title: t("problems.kind"), width: 150, render: (row) => t(`event.${eventKey(row.eventType)}`) },
    { key: "problem", title: t("problems.problem"), width: 260, grow: true, render: (row) => <Cause row={row} /> },
    { key: "attempts", title: t("problems.attempts"), width: 96, align: "end", render: (row) => row.attempts },
    { key: "rerun", title: t("problems.action"), width: 140, render: (row) => <RerunButton problem={row} /> },
  ];
}

/** The technical details, for support. */
function Cause({ row }: { row: DeliveryProblem }) {
  return <span title={row.problem}>{row.problem}</span>;
}

function RerunButton({ problem }: { problem: DeliveryProblem }) {
  const { t } = useTranslation("channels");
  const can = useCan();
  const { done, failed } = useFeedback();
  const rerun = useRerunDelivery();
  if (!can("org:whatsapp:edit")) return null;
  const handleRerun = () =>
    rerun.mutate(problem.recordID, { onSuccess: () => done(t("problems.rerunning")), onError: failed });
  return (
    <Button size="small" icon={<RedoOutlined />} loading={rerun.isPending} onClick={handleRerun}>
      {t("problems.rerun")}
    </Button>
  );
}
