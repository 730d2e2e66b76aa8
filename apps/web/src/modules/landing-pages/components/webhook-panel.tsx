import type { PageInfo } from "@homeroom/contract/landing-pages";
import type { Delivery } from "@homeroom/contract/landing-webhooks";
import { Alert, Button, Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { StatusDot, type Tone } from "#ui/status/status-dot.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useWebhookCalls, useWebhookLog } from "../api/webhook.ts";
import { type WebhookAnswer, webhookAnswerText } from "../rules/webhook-answer.ts";
import styles from "./webhook-panel.module.css";

const tones: Readonly<Record<Delivery["state"], Tone>> = { waiting: "warning", done: "success", failed: "danger" };

/** The saved webhook of a page: its key, a test, and its last calls. */
export function WebhookPanel({ page }: { page: PageInfo }) {
  const { t } = useTranslation("landingPages");
  const { done, failed } = useFeedback();
  const { test, replay } = useWebhookCalls(page.recordID);
  const log = useWebhookLog(page.recordID).data;
  const [busy, setBusy] = useState(false);
  const answerOf = (answer: WebhookAnswer) =>
    t(`webhook.answers.${webhookAnswerText(answer)}`, { status: answer.status, problem: answer.problem });
  const attempt = async () => {
    setBusy(true);
    try {
      const { answer } = await test();
      if (answer === null) done(t("webhook.worked"));
      else failed(t("webhook.answered", { answer: answerOf(answer) }));
    } catch (reason) {
      failed(reason);
    }
    setBusy(false);
  };
  return (
    <div className={laid("gridBox gap8 itemsLeft")}>
      {page.webhookFailed && <Alert type="error" showIcon title={t("webhook.failed")} />}
      <label className={laid("closeGrid wide")}>
        {t("webhook.key")}
        <Input readOnly value={log?.signingKey ?? ""} onFocus={({ target }) => target.select()} />
      </label>
      <p className={layout.hint}>{t("webhook.keyHint")}</p>
      <Button loading={busy} onClick={() => void attempt()}>
        {t("webhook.test")}
      </Button>
      <ol className={laid("listed wide scrollY", styles.calls)} aria-label={t("webhook.calls")}>
        {log?.list.map((call) => (
          <li key={call.recordID} className={laid("middle lineBelow gap12", styles.call)}>
            <StatusDot tone={tones[call.state]} label={t(`webhook.states.${call.state}`)} />
            <span className={laid("quiet flex1")}>{call.attempts > 0 && answerOf(call)}</span>
            <RelativeTime value={call.createTime} />
            <Button size="small" onClick={() => void replay(call.recordID).catch(failed)}>
              {t("webhook.replay")}
            </Button>
          </li>
        ))}
      </ol>
    </div>
  );
}
