import type { LeadId } from "@homeroom/contract/ids";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useCan } from "#platform/access.ts";
import { DetailSection } from "#ui/detail-page/detail-page.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useDuplicates } from "../../api/lead-families.ts";
import { CompareDialog } from "./compare-dialog.tsx";
import { LeadLine } from "./lead-line.tsx";
import styles from "./merge.module.css";
import { SimilarWhy } from "./similar-why.tsx";
import { useMerge } from "./use-merge.ts";

/** Leads that are probably the same person, and the leads merged into this one. Renders nothing without either. */
export function DuplicatesSection({ leadId, mayEdit }: { leadId: LeadId; mayEdit: boolean }) {
  const { t } = useTranslation("leads");
  const can = useCan();
  const navigate = useNavigate();
  const { data } = useDuplicates(leadId);
  const [comparing, setComparing] = useState<LeadId | null>(null);
  const { busy, undo, notSame } = useMerge();
  const mayMerge = mayEdit && can("crm:lead:delete");
  if (!data || data.list.length + data.merged.length === 0) return null;
  return (
    <>
      {data.list.length > 0 && (
        <DetailSection title={t("merge.section", { count: data.list.length })}>
          <ul className={laid("column noPadding unmarked", styles.list)}>
            {data.list.map(({ lead, why }) => (
              <LeadLine
                key={lead.leadId}
                lead={lead}
                about={<SimilarWhy why={why} />}
                actions={
                  <>
                    {mayMerge && (
                      <Button size="small" onClick={() => setComparing(lead.leadId)}>
                        {t("merge.compare")}
                      </Button>
                    )}
                    {mayEdit && (
                      <Button
                        size="small"
                        type="text"
                        disabled={busy}
                        onClick={() => void notSame(leadId, lead.leadId)}
                      >
                        {t("merge.notSame")}
                      </Button>
                    )}
                  </>
                }
              />
            ))}
          </ul>
        </DetailSection>
      )}
      {data.merged.length > 0 && (
        <DetailSection title={t("merge.mergedTitle")}>
          <ul className={laid("column noPadding unmarked", styles.list)}>
            {data.merged.map((merge) => (
              <li key={merge.recordID} className={laid("middleWrap gap8x12 lineAbove", styles.row)}>
                <div className={laid("column narrowable gap2", styles.who)}>
                  <span className={layout.breaking}>{merge.nickname}</span>
                  <span className={laid("hint breaking")}>
                    {merge.operator} · <RelativeTime value={merge.createTime} />
                  </span>
                </div>
                {mayMerge && (
                  <Button size="small" disabled={busy} onClick={() => void undo(merge.recordID)}>
                    {t("merge.undo")}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </DetailSection>
      )}
      {comparing && (
        <CompareDialog
          leadId={leadId}
          otherId={comparing}
          onClose={() => setComparing(null)}
          onDone={(kept) => {
            setComparing(null);
            if (kept !== leadId) void navigate(`/lead/list?lead=${kept}`);
          }}
        />
      )}
    </>
  );
}
