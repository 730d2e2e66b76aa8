import type { RecordId } from "@homeroom/contract/ids";
import type { LogRow } from "@homeroom/contract/log";
import { Button, Drawer } from "antd";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { dateTimeText } from "#platform/dates.ts";
import { FactList } from "#ui/detail-page/detail-page.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { useLogEntry } from "../api.ts";
import { ChangeList } from "./change-list.tsx";
import { useModuleName } from "./log-columns.tsx";
import styles from "./log-detail.module.css";
import { Address, deviceText, Operator, Sentence } from "./log-parts.tsx";

interface LogDetailProps {
  id: RecordId;
  /** The entry, when the list has it. */
  known: LogRow | undefined;
  onClose: () => void;
  /** Shows only entries of this person, or about this thing. */
  onFilter: (key: "operator" | "subject", value: string) => void;
}

/** One entry: what was done, what it changed, who did it and from where. */
export function LogDetail({ id, known, onClose, onFilter }: LogDetailProps) {
  const { t } = useTranslation("log");
  const narrow = useNarrow(640);
  return (
    <Drawer open title={t("detail")} size={narrow ? "100%" : 600} onClose={onClose}>
      {known ? <Body entry={known} onFilter={onFilter} /> : <AskedFor id={id} onFilter={onFilter} />}
    </Drawer>
  );
}

function AskedFor({ id, onFilter }: Pick<LogDetailProps, "id" | "onFilter">) {
  const { data, error, refetch } = useLogEntry(id);
  if (error) return <ErrorState message={error} onRetry={() => void refetch()} />;
  return data ? <Body entry={data} onFilter={onFilter} /> : <Skeleton height={120} />;
}

function Body({ entry, onFilter }: { entry: LogRow } & Pick<LogDetailProps, "onFilter">) {
  const { t } = useTranslation("log");
  const view = useDateView();
  const moduleName = useModuleName();
  const { operatorID, subject } = entry;
  return (
    <div className={laid("column", styles.body)}>
      <p className={laid("text16 leading24")}>
        <Sentence entry={entry} />
      </p>
      <FactList
        facts={[
          { label: t("columns.createTime"), value: dateTimeText(entry.createTime, view) },
          { label: t("columns.operator"), value: <Operator entry={entry} /> },
          { label: t("columns.module"), value: moduleName(entry.module) },
          { label: t("columns.ip"), value: <Address entry={entry} /> },
          { label: t("columns.device"), value: deviceText(entry) },
          { label: t("columns.executionTime"), value: entry.method ? t("ms", { number: entry.executionTime }) : "" },
        ].filter(({ value }) => value !== "")}
      />
      {entry.method && (
        <p className={laid("small breaking", styles.request)}>
          {entry.method} {entry.requestUri}
        </p>
      )}
      <section>
        <h3 className={laid("strong below8 text14")}>{t("changes")}</h3>
        <ChangeList entry={entry} />
      </section>
      <div className={layout.buttons}>
        {operatorID && <Button onClick={() => onFilter("operator", operatorID)}>{t("ofOperator")}</Button>}
        {subject.id && <Button onClick={() => onFilter("subject", subject.id)}>{t("ofSubject")}</Button>}
      </div>
    </div>
  );
}
