import { DownloadOutlined, FileExcelOutlined } from "@ant-design/icons";
import { Alert, Button, Spin } from "antd";
import { type ChangeEvent, type DragEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { downloadTemplate, useRecentImports, useUpload } from "../api.ts";
import type { WizardProps } from "../rules.ts";
import styles from "./import-wizard.module.css";

/** Choose or drop a table; below it, the template and the recent imports. */
export function UploadStep({ kind, goTo }: Pick<WizardProps, "goTo" | "kind">) {
  const { t } = useTranslation("imports");
  const { failed } = useFeedback();
  const upload = useUpload(kind);
  const [over, setOver] = useState(false);
  const inputRef = useRef<HTMLInputElement>(null);
  const take = (file: File | undefined) => {
    if (file && !upload.isPending) upload.mutate(file, { onSuccess: ({ fileID }) => goTo(`file-${fileID}`) });
  };
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  const handleChoice = (event: ChangeEvent<HTMLInputElement>) => {
    take(event.target.files?.[0]);
    // The same file may be chosen again after corrections.
    event.target.value = "";
  };
  return (
    <>
      {upload.error && <Alert type="error" showIcon title={String(upload.error)} />}
      <button
        type="button"
        className={laid("row flexColumn round12 sunkenGround pointer dashed hoverable", styles.drop)}
        data-over={over || undefined}
        onClick={() => inputRef.current?.click()}
        onDragOver={(event) => event.preventDefault()}
        onDragEnter={() => setOver(true)}
        onDragLeave={(event) => event.currentTarget === event.target && setOver(false)}
        onDrop={handleDrop}
      >
        <span className={laid("ink", styles.dropIcon)} aria-hidden>
          {upload.isPending ? <Spin /> : <FileExcelOutlined />}
        </span>
        <span className={layout.strong}>{upload.isPending ? t("upload.reading") : t("upload.drop")}</span>
        <span className={laid("hint noMargin")}>{t("upload.limits")}</span>
      </button>
      <input
        ref={inputRef}
        type="file"
        accept=".csv,.txt,.tsv,.xlsx"
        hidden
        onChange={handleChoice}
        data-testid="import-file"
      />
      <p className={layout.hint}>
        {t("upload.templateHint")}
        <Button
          type="link"
          size="small"
          icon={<DownloadOutlined />}
          onClick={() => void downloadTemplate(kind).catch(failed)}
        >
          {t("menu.template")}
        </Button>
        <Button type="link" size="small" onClick={() => void downloadTemplate(kind, "csv").catch(failed)}>
          {t("menu.templateCsv")}
        </Button>
      </p>
      <RecentImports kind={kind} goTo={goTo} />
    </>
  );
}

/** The recent imports with their results; nothing when there are none. */
function RecentImports({ kind, goTo }: Pick<WizardProps, "goTo" | "kind">) {
  const { t } = useTranslation("imports");
  const recent = useRecentImports(kind);
  if (!recent || recent.length === 0) return null;
  return (
    <section aria-label={t("recent.title")}>
      <h3 className={laid("strong breaking text14 noMargin below8")}>{t("recent.title")}</h3>
      <ul className={layout.bareList}>
        {recent.map((task) => (
          <li key={task.taskID}>
            <button
              type="button"
              className={laid(
                "bare hoverable gridBox gap16 alignBaseline wide pad8 lineAbove textStart",
                styles.recentRow,
              )}
              onClick={() => goTo(`task-${task.taskID}`)}
            >
              <span className={laid("cut", styles.recentName)}>{task.fileName}</span>
              <span className={laid("hint noMargin")}>
                {t(`states.${task.state}`)} ·{" "}
                {t("recent.counts", { created: task.createdCount, invalid: task.invalidCount })}
              </span>
              <span className={laid("hint noMargin")}>
                <RelativeTime value={task.createTime} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
