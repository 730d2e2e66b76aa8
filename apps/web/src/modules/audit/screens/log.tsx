import { DownloadOutlined } from "@ant-design/icons";
import { RecordId } from "@homeroom/contract/ids";
import { type LogRow, logKeptDays } from "@homeroom/contract/log";
import { Button } from "antd";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useNumberText } from "#platform/number-text.ts";
import { DataTable } from "#ui/data-table/data-table.tsx";
import { type ListState, listStateOf } from "#ui/data-table/list-state.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { FilterBar } from "#ui/filter-bar/filter-bar.tsx";
import { useUrlFilters } from "#ui/filter-bar/use-url-filters.ts";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { EmptyList } from "#ui/states/empty-list.tsx";
import { type LogRequest, useExportLog, useLog } from "../api.ts";
import { useLogCard, useLogColumns } from "../components/log-columns.tsx";
import { LogDetail } from "../components/log-detail.tsx";
import { useLogFilters } from "../components/log-filters.ts";
import { LogOverview } from "../components/log-overview.tsx";
import { logRequest } from "../rules/log-request.ts";

const filterKeys = ["date", "operator", "module", "action", "subject"].map((key) => ({
  key,
  label: key,
  kind: "many" as const,
}));

/** The audit log: who did what, when, from where, and what it changed. */
export function Log() {
  const { t } = useTranslation("log");
  const filters = useUrlFilters(filterKeys);
  const request = logRequest(filters.values);
  const list = listStateOf(useLog(request));
  const subject = request.subject ? { id: request.subject, name: list.rows[0]?.subject.name ?? "" } : undefined;
  const definitions = useLogFilters(subject);
  const columns = useLogColumns();
  const card = useLogCard();
  const entry = useOpenEntry();
  const { set } = filters;
  const showDay = useCallback((day: string) => set("date", [day, day]), [set]);

  return (
    <Page fill>
      <PageHeader title={t("title")} detail={<Count list={list} />} actions={<ExportButton request={request} />} />
      <LogOverview days={filters.values.date ?? []} onDay={showDay} />
      <DataTable
        id="log"
        label={t("title")}
        columns={columns}
        rowKey={(row) => row.id}
        list={list}
        card={card}
        onOpen={(row) => entry.open(row.id)}
        openKey={entry.id}
        toolbar={<FilterBar id="log" filters={filters} definitions={definitions} searchPlaceholder={t("search")} />}
        empty={
          <EmptyList
            filters={filters}
            noMatch={{
              title: t("noMatch.title"),
              detail: t("noMatch.detail", { count: logKeptDays }),
              clear: t("noMatch.clear"),
            }}
            none={{ title: t("none.title"), detail: t("none.detail") }}
          />
        }
      />
      {entry.id && (
        <LogDetail
          id={entry.id}
          known={list.rows.find(({ id }) => id === entry.id)}
          onClose={entry.close}
          onFilter={(key, value) => entry.showOnly(key, value)}
        />
      )}
    </Page>
  );
}

/** The open entry is in the address. */
function useOpenEntry() {
  const { search, change } = useAddress();
  const parsed = RecordId.safeParse(search.get("entry"));
  const id = parsed.success ? parsed.data : undefined;
  return {
    id,
    open: (next: string) => change({ entry: next }, id !== undefined),
    close: () => change({ entry: null }, true),
    showOnly: (key: "operator" | "subject", value: string) => {
      const others = Object.fromEntries(["keywords", ...filterKeys.map((one) => one.key)].map((one) => [one, null]));
      change({ ...others, entry: null, [key]: value }, false);
    },
  };
}

function ExportButton({ request }: { request: LogRequest }) {
  const { t } = useTranslation("log");
  const can = useCan();
  const { done, failed } = useFeedback();
  const exporting = useExportLog();
  if (!can("sys:log:export")) return null;
  const handleClick = () => exporting.mutate(request, { onSuccess: () => done(t("exported")), onError: failed });
  return (
    <Button icon={<DownloadOutlined />} loading={exporting.isPending} onClick={handleClick}>
      {t("export")}
    </Button>
  );
}

function Count({ list }: { list: ListState<LogRow> }) {
  const { t } = useTranslation("log");
  const numberText = useNumberText();
  if (list.total === undefined) return null;
  const number = numberText(list.total);
  const values = { number, count: list.total, days: logKeptDays };
  return t(list.totalIsEstimate ? "countAbout" : "count", values);
}
