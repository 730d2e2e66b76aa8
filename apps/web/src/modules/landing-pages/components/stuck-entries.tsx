import type { RecordId } from "@homeroom/contract/ids";
import { Alert, Button } from "antd";
import { useTranslation } from "react-i18next";
import { FormSection } from "#ui/drawer-form/form-row.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import { StatusDot } from "#ui/status/status-dot.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useReplayEntry, useStuckEntries } from "../api/pages.ts";

/** The forms of a page that did not become leads, each with a retry; renders nothing without any. */
export function StuckEntries({ pageId }: { pageId: RecordId }) {
  const { t } = useTranslation("landingPages");
  const { failed, done } = useFeedback();
  const entries = useStuckEntries(pageId).data ?? [];
  const replay = useReplayEntry();
  if (entries.length === 0) return null;
  return (
    <FormSection title={t("stuck.title")}>
      <Alert type="error" showIcon title={t("stuck.detail")} />
      <ol className={laid("bareList wide")} aria-label={t("stuck.title")}>
        {entries.map(({ recordID, state, problem, said, createTime }) => (
          <li key={recordID} className={laid("middleWrap gap4x12 lineBelow")}>
            <StatusDot
              tone={state === "failed" ? "danger" : "warning"}
              label={t(`stuck.state.${problem ?? "waiting"}`)}
            />
            <span className={laid("quiet written flex1")}>{said}</span>
            <RelativeTime value={createTime} />
            <Button size="small" onClick={() => void replay(recordID).then(() => done(t("stuck.replayed")), failed)}>
              {t("stuck.replay")}
            </Button>
          </li>
        ))}
      </ol>
    </FormSection>
  );
}
