import type { ConversionEvent, ConversionSetting, ConversionState } from "@homeroom/contract/conversions";
import type { RecordId } from "@homeroom/contract/ids";
import { Alert, Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCan } from "#platform/access.ts";
import { PendingButton } from "#ui/choice/pending-button.tsx";
import { MoreButton } from "#ui/data-table/more-button.tsx";
import { FactList } from "#ui/detail-page/detail-page.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import { Unread } from "#ui/states/unread.tsx";
import { StatusDot, type Tone } from "#ui/status/status-dot.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useConversionLog, useConversionSetting, useConversionWrites } from "../api/conversions.ts";
import styles from "./advertising.module.css";
import { ConversionEditor } from "./conversion-form.tsx";

const tones: Readonly<Record<ConversionState, Tone>> = { waiting: "primary", sent: "success", failed: "danger" };

/** Reporting to Meta which leads became trials and deals, and what was sent. */
export function Conversions() {
  const { t } = useTranslation("advertising");
  const query = useConversionSetting();
  const { data } = query;
  const [edits, setEdits] = useState(false);
  if (!data) return <Unread query={query} />;
  const isSetUp = data.accessToken.hasValue;
  return (
    <section aria-label={t("conversions.title")}>
      <article>
        <header className={laid("middleWrap gap8x12", styles.head)}>
          <h2>{t("conversions.title")}</h2>
          <StatusDot
            tone={data.status === 1 ? "success" : "quiet"}
            label={t(`conversions.state.${data.status === 1 ? "on" : isSetUp ? "off" : "none"}`)}
          />
          {data.mayEdit && (
            <Button type={isSetUp ? "default" : "primary"} onClick={() => setEdits(true)}>
              {t(isSetUp ? "change" : "setUp")}
            </Button>
          )}
        </header>
        <p>{t("conversions.intro")}</p>
        {data.status === 1 && data.problem && (
          <Alert type="warning" showIcon title={t(`conversions.problem.${data.problem}`)} />
        )}
        {isSetUp && <Facts setting={data} />}
      </article>
      {isSetUp && <Log />}
      {edits && <ConversionEditor setting={data} onClose={() => setEdits(false)} />}
    </section>
  );
}

function Facts({ setting: { datasetID, accessToken } }: { setting: ConversionSetting }) {
  const { t } = useTranslation("advertising");
  return (
    <FactList
      facts={[
        { label: t("conversions.datasetID"), value: datasetID },
        { label: t("conversions.accessToken"), value: `••••${accessToken.last4}` },
      ]}
    />
  );
}

function Log() {
  const { t } = useTranslation("advertising");
  const can = useCan();
  const log = useConversionLog();
  const { retry } = useConversionWrites();
  const events = log.data?.pages.flatMap(({ list }) => list) ?? [];
  if (events.length === 0) return null;
  return (
    <section className={laid("alignStart gap12", styles.log)} aria-label={t("conversions.log")}>
      <h2>{t("conversions.log")}</h2>
      <ul>
        {events.map((event) => (
          <Row key={event.recordID} event={event} {...(can("org:meta:edit") && { onRetry: retry })} />
        ))}
      </ul>
      <MoreButton list={log} label={t("log.more")} />
    </section>
  );
}

function Row({ event, onRetry }: { event: ConversionEvent; onRetry?: (recordID: RecordId) => Promise<void> }) {
  const { t } = useTranslation("advertising");
  const { failed } = useFeedback();
  const { state, problem, stage, leadId, leadName, detail, time } = event;
  return (
    <li className={laid("gap4x12", styles.logRow)} title={detail}>
      <StatusDot
        tone={tones[state]}
        label={problem ? t(`conversions.problem.${problem}`) : t(`conversions.states.${state}`)}
      />
      <span className={laid("quiet breaking flex1", styles.facts)}>{t(`conversions.stages.${stage}`)}</span>
      <RelativeTime value={time} />
      <Link to={`/lead/edit/${leadId}`}>{leadName}</Link>
      {state === "failed" && problem !== "tooOld" && onRetry && (
        <PendingButton size="small" run={() => onRetry(event.recordID).catch(failed)}>
          {t("log.retry")}
        </PendingButton>
      )}
    </li>
  );
}
