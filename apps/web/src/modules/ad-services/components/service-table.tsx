import type { ServiceRow } from "@homeroom/contract/ad-services";
import { moneyText } from "@homeroom/contract/currencies";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useDateView } from "#platform/date-view.ts";
import { dateText, minuteText } from "#platform/dates.ts";
import { type Column, columnMaker } from "#ui/data-table/column.ts";
import { DataTable } from "#ui/data-table/data-table.tsx";
import { listStateOf } from "#ui/data-table/list-state.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import layout from "#ui/layout.module.css";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { StatusDot, type Tone } from "#ui/status/status-dot.tsx";
import { useAdWrites, useDownloadReport, useServices } from "../api/ad-services.ts";

const tones: Record<ServiceRow["status"], Tone> = {
  waiting: "warning",
  running: "primary",
  finished: "success",
  stopped: "quiet",
};

/** The services that our staff provide for the organisation, with consent and reports. */
export function ServiceTable() {
  const { t } = useTranslation("adServices");
  const view = useDateView();
  const list = listStateOf(useServices());
  const moment = (value: string | null) => (value ? minuteText(value, view) : "");
  // Only the day: with the time, the table was wider than a screen.
  const day = (value: string | null) => (value ? dateText(value, view) : "");
  const state = ({ status }: ServiceRow) => <StatusDot tone={tones[status]} label={t(`status.${status}`)} />;
  const column = columnMaker<ServiceRow>((key) => t(`fields.${key}`));
  const columns: Column<ServiceRow>[] = [
    column("product", 176, ({ productName }) => productName, { grow: true, frozen: true }),
    column("amount", 105, ({ amount, currency }) => <b>{moneyText(amount, currency)}</b>, { align: "end" }),
    column("status", 160, state),
    column("start", 162, ({ startTime }) => moment(startTime)),
    column("end", 162, ({ endTime }) => moment(endTime)),
    column("agreement", 178, (row) => <Agreement row={row} when={day(row.agreeTime)} />),
    column("report", 195, (row) => <Report row={row} when={day(row.reportDate)} />),
  ];
  return (
    <DataTable
      id="ad-services"
      label={t("records")}
      columns={columns}
      list={list}
      card={(row) => ({
        title: row.productName,
        aside: moneyText(row.amount, row.currency),
        facts: [<span key="status">{state(row)}</span>, moment(row.startTime)],
        actions: (
          <span className={layout.rowWrap}>
            <Agreement row={row} when={day(row.agreeTime)} />
            <Report row={row} when={day(row.reportDate)} />
          </span>
        ),
      })}
      empty={<EmptyState title={t("none.title")} detail={t("none.detail")} />}
    />
  );
}

function Agreement({ row: { recordID, status, agreeTime, productName }, when }: { row: ServiceRow; when: string }) {
  const can = useCan();
  const { t } = useTranslation("adServices");
  const { done, failed, confirm } = useFeedback();
  const { agree } = useAdWrites();
  if (agreeTime) return t("agreed", { when });
  if (status !== "waiting") return null;
  const handleAgree = async () => {
    const isSure = await confirm({ title: t("terms.title"), detail: t("terms.text"), verb: t("agree") });
    if (isSure) await agree(recordID).then(() => done(t("agreedNow")), failed);
  };
  return (
    can("ad:topup:add") && (
      <Button
        size="small"
        type="primary"
        data-own-click
        aria-label={t("agreeOf", { product: productName })}
        onClick={() => void handleAgree()}
      >
        {t("agree")}
      </Button>
    )
  );
}

function Report({ row: { recordID, hasReport, productName }, when }: { row: ServiceRow; when: string }) {
  const { t } = useTranslation("adServices");
  const { failed } = useFeedback();
  const report = useDownloadReport();
  if (!hasReport) return null;
  return (
    <span className={layout.rowWrap} data-own-click>
      <Button
        size="small"
        loading={report.isPending}
        aria-label={t("reportOf", { product: productName })}
        onClick={() => report.mutate(recordID, { onError: failed })}
      >
        {t("download")}
      </Button>
      <span className={layout.small}>{when}</span>
    </span>
  );
}
