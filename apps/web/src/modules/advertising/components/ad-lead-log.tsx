import type { AdLead, AdLeadState } from "@homeroom/contract/ad-leads";
import type { RecordId } from "@homeroom/contract/ids";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { MoreButton, type MoreButtonProps } from "#ui/data-table/more-button.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { StatusDot, type Tone } from "#ui/status/status-dot.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import styles from "./advertising.module.css";

interface AdLeadLogProps {
  log: MoreButtonProps["list"] & { data: { pages: readonly { list: readonly AdLead[] }[] } | undefined };
  /** Omitted without the permission. */
  onRetry?: (recordID: RecordId) => Promise<void>;
}

const tones: Readonly<Record<AdLeadState, Tone>> = {
  waiting: "primary",
  done: "success",
  test: "quiet",
  failed: "danger",
};

/** The submissions of ad forms, and their outcomes. */
export function AdLeadLog({ log, onRetry }: AdLeadLogProps) {
  const { t } = useTranslation("advertising");
  if (!log.data) return null;
  const leads = log.data.pages.flatMap(({ list }) => list);
  return (
    <section className={laid("column alignStart gap12", styles.log)} aria-label={t("log.title")}>
      <h2 className={laid("title breaking")}>{t("log.title")}</h2>
      {leads.length === 0 && <EmptyState title={t("log.none")} detail={t("log.noneDetail")} />}
      <ul className={laid("bareList wide")}>
        {leads.map((lead) => (
          <LogRow key={lead.recordID} lead={lead} {...(onRetry && { onRetry })} />
        ))}
      </ul>
      <MoreButton list={log} label={t("log.more")} />
    </section>
  );
}

function LogRow({ lead, onRetry }: { lead: AdLead; onRetry?: (recordID: RecordId) => Promise<void> }) {
  const { t } = useTranslation("advertising");
  const { state, problem, branch, formID, campaignID, leadId, createTime } = lead;
  const facts = [
    branch.name,
    formID && t("log.form", { id: formID }),
    campaignID && t("log.campaign", { id: campaignID }),
  ].filter(Boolean);
  return (
    <li className={laid("middleWrap gap4x12", styles.logRow)}>
      <StatusDot tone={tones[state]} label={problem ? t(`problem.${problem}`) : t(`leadState.${state}`)} />
      <span className={laid("quiet breaking flex1", styles.facts)}>{facts.join(" · ")}</span>
      <RelativeTime value={createTime} />
      {leadId && <Link to={`/lead/edit/${leadId}`}>{t("log.open")}</Link>}
      {state === "failed" && onRetry && <RetryButton recordID={lead.recordID} onRetry={onRetry} />}
    </li>
  );
}

function RetryButton({ recordID, onRetry }: { recordID: RecordId; onRetry: (recordID: RecordId) => Promise<void> }) {
  const { t } = useTranslation("advertising");
  const { failed } = useFeedback();
  const [busy, setBusy] = useState(false);
  const handleRetry = () => {
    setBusy(true);
    void onRetry(recordID)
      .catch(failed)
      .finally(() => setBusy(false));
  };
  return (
    <Button size="small" loading={busy} onClick={handleRetry}>
      {t("log.retry")}
    </Button>
  );
}
