import type { LeadId } from "@homeroom/contract/ids";
import { binDays, type DeletedLead } from "@homeroom/contract/lead-bulk";
import { Button, Checkbox, Drawer, Input } from "antd";
import { useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import { phoneText } from "#platform/phone.ts";
import { MoreButton } from "#ui/data-table/more-button.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useBulkWrites, useDeletedLeads } from "../../api/bulk.ts";
import styles from "./deleted-leads.module.css";
import { useBulkWords } from "./use-bulk-words.ts";

/** The bin: leads deleted in the last 30 days, which can be restored. */
export function DeletedLeads({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("leads");
  const narrow = useNarrow(768);
  const [keywords, setKeywords] = useState("");
  const sought = useDeferredValue(keywords.trim());
  const [chosen, setChosen] = useState<ReadonlySet<LeadId>>(new Set());
  const { restore, busy, refused } = useRestore((leadIds) =>
    // Other selected leads stay selected.
    setChosen((before) => new Set([...before].filter((leadId) => !leadIds.includes(leadId)))),
  );
  const choose = (leadId: LeadId, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(leadId);
    else next.delete(leadId);
    setChosen(next);
  };
  return (
    <Drawer
      open
      title={t("bulk.bin.title")}
      size={narrow ? "100%" : 560}
      onClose={onClose}
      footer={
        chosen.size > 0 && (
          <Button type="primary" loading={busy} onClick={() => restore([...chosen])}>
            {t("bulk.bin.restoreCount", { count: chosen.size })}
          </Button>
        )
      }
    >
      <p className={laid("hint", styles.hint)}>{t("bulk.bin.hint", { days: binDays })}</p>
      <Input
        allowClear
        aria-label={t("bulk.bin.search")}
        placeholder={t("bulk.bin.search")}
        value={keywords}
        onChange={({ target }) => setKeywords(target.value)}
      />
      <Rows
        keywords={sought}
        chosen={chosen}
        onChoose={choose}
        onRestore={(leadId) => restore([leadId])}
        refused={refused}
        busy={busy}
      />
    </Drawer>
  );
}

interface RowsProps {
  keywords: string;
  chosen: ReadonlySet<LeadId>;
  refused: ReadonlyMap<LeadId, string>;
  /** Something is being restored. */
  busy: boolean;
  onChoose: (leadId: LeadId, on: boolean) => void;
  onRestore: (leadId: LeadId) => void;
}

function Rows({ keywords, ...row }: RowsProps) {
  const { t } = useTranslation("leads");
  const list = useDeletedLeads(keywords);
  const leads = list.data?.pages.flatMap((page) => page.list) ?? [];
  if (list.isPending) return <Skeleton height={160} />;
  if (list.error !== null && leads.length === 0)
    return <ErrorState message={list.error} onRetry={() => void list.refetch()} />;
  if (leads.length === 0)
    return (
      <EmptyState
        title={t(keywords ? "bulk.bin.noMatch" : "bulk.bin.none")}
        detail={t(keywords ? "bulk.bin.noMatchDetail" : "bulk.bin.noneDetail")}
      />
    );
  return (
    <>
      <ul className={laid("noPadding unmarked above12")}>
        {leads.map((lead) => (
          <Row key={lead.leadId} lead={lead} {...row} />
        ))}
      </ul>
      <MoreButton list={list} label={t("more")} />
    </>
  );
}

function Row({
  lead,
  chosen,
  refused,
  busy,
  onChoose,
  onRestore,
}: Omit<RowsProps, "keywords"> & { lead: DeletedLead }) {
  const { t } = useTranslation("leads");
  const { leadId, nickname, fullname } = lead;
  const reason = refused.get(leadId);
  const facts = [phoneText(lead.areaCode, lead.phone), lead.email, lead.branchName, lead.sales];
  return (
    <li className={laid("lineBelow flexBox itemsStart gap12 pad12x0")}>
      <Checkbox
        aria-label={t("bulk.bin.choose", { name: nickname })}
        checked={chosen.has(leadId)}
        onChange={({ target }) => onChoose(leadId, target.checked)}
      />
      <div className={laid("grow breaking gridBox")}>
        <strong>{fullname && fullname !== nickname ? `${nickname} (${fullname})` : nickname}</strong>
        <span className={laid("hint noMargin", styles.hint)}>{facts.filter(Boolean).join(" · ")}</span>
        <span className={laid("hint noMargin", styles.hint)}>
          <RelativeTime value={lead.deletedTime} /> {lead.deletedBy}
        </span>
        {reason && <span className={laid("danger text12 leading20")}>{reason}</span>}
      </div>
      <Button size="small" disabled={busy} onClick={() => onRestore(leadId)}>
        {t("bulk.bin.restore")}
      </Button>
    </li>
  );
}

/** Restores leads and keeps, by lead, why some could not be. */
function useRestore(onDone: (leadIds: readonly LeadId[]) => void) {
  const { t } = useTranslation("leads");
  const { done, failed } = useFeedback();
  const writes = useBulkWrites();
  const { number } = useBulkWords();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<ReadonlyMap<LeadId, string>>(new Map());
  const restore = (leadIds: LeadId[]) => {
    setBusy(true);
    void writes
      .restore(leadIds)
      .then((answer) => {
        setRefused(new Map(answer.refused.map(({ leadId, message }) => [leadId, message])));
        if (answer.restored > 0)
          done(t("bulk.bin.restored", { count: answer.restored, number: number(answer.restored) }));
        if (answer.refused.length > 0) failed(t("bulk.bin.refused", { count: answer.refused.length }));
        onDone(leadIds);
      })
      .catch(failed)
      .finally(() => setBusy(false));
  };
  return { restore, busy, refused };
}
