import { SyncOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useTemplateWrites } from "../api.ts";

/** Takes over what WhatsApp has, and says what came of it. */
export function SyncButton() {
  const { t } = useTranslation("messageTemplates");
  const { done, failed } = useFeedback();
  const { sync } = useTemplateWrites();
  const [busy, setBusy] = useState(false);
  const handleSync = async () => {
    setBusy(true);
    try {
      const { added, updated, missing, skipped, failed: lost } = await sync();
      const parts = [
        t("sync.counts", { added, updated }),
        ...(missing > 0 ? [t("sync.missing", { number: missing })] : []),
        ...(skipped > 0 ? [t("sync.skipped", { number: skipped })] : []),
      ];
      done(parts.join(t("sync.also")));
      if (lost.length > 0) failed(t("sync.failed", { names: lost.map(({ name }) => name).join(t("sync.also")) }));
    } catch (reason) {
      failed(reason);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={<SyncOutlined />} loading={busy} onClick={() => void handleSync()}>
      {t("sync.verb")}
    </Button>
  );
}
