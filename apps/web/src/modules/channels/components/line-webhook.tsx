import type { ChannelId } from "@homeroom/contract/ids";
import type { LineWebhook as Outcome } from "@homeroom/contract/line";
import { Alert, Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useLineWrites } from "../api/line.ts";
import { lineRefusalKey } from "../rules/text-keys.ts";
import { WebhookAddress } from "./webhook-address.tsx";

/** The webhook address, to copy; or to set at LINE and test in one step. */
export function LineWebhook({ recordID, address }: { recordID: ChannelId; address: string }) {
  const { t } = useTranslation("line");
  const can = useCan();
  const { connectWebhook } = useLineWrites();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | { refused: string } | null>(null);
  const connect = async () => {
    setBusy(true);
    setOutcome(null);
    let refused = t("refused.unknown");
    try {
      const report: FailureReport = {
        onFailure: ({ name, details, message }) => {
          refused = name === "CHAT_VERIFICATION_FAILED" ? t(`refused.${lineRefusalKey(details.reason)}`) : message;
        },
      };
      setOutcome(await connectWebhook({ recordID }, report));
    } catch {
      setOutcome({ refused });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={laid("column gap12")}>
      <WebhookAddress address={address} hint={t("webhookHint")} />
      {can("org:line:edit") && (
        <div>
          <Button loading={busy} onClick={() => void connect()}>
            {t("webhook.verb")}
          </Button>
        </div>
      )}
      <div aria-live="polite">{outcome && <Told outcome={outcome} />}</div>
    </div>
  );
}

/** The result, and what is still to do. */
function Told({ outcome }: { outcome: Outcome | { refused: string } }) {
  const { t } = useTranslation("line");
  if ("refused" in outcome)
    return <Alert type="error" showIcon title={t("webhook.failed")} description={outcome.refused} />;
  const { problem, detail, active, webhookUrl } = outcome;
  if (problem) {
    return (
      <Alert
        type="error"
        showIcon
        title={t("webhook.failed")}
        description={
          <>
            <p>{t(`webhook.problem.${problem}`, { address: webhookUrl })}</p>
            {detail && <p className={layout.hint}>{t("webhook.said", { detail })}</p>}
          </>
        }
      />
    );
  }
  if (active === false)
    return <Alert type="warning" showIcon title={t("webhook.inactive")} description={t("webhook.inactiveDetail")} />;
  return <Alert type="success" showIcon title={t("webhook.done")} description={t("webhook.doneDetail")} />;
}
