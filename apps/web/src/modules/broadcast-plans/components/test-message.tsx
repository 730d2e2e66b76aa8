import { RecordId } from "@homeroom/contract/ids";
import { Button, Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { v7 } from "uuid";
import { unitPriceText } from "#platform/money.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import layout from "#ui/layout.module.css";
import { sendTest, useOwnNumber, usePlan } from "../api.ts";
import { useProblemText } from "./use-problem-text.ts";
import { useReasonText } from "./use-reason-text.ts";
import type { StepProps } from "./who-step.tsx";

/** Sends the message to the person's own number or another one, and shows the result. */
export function TestMessage({ draft }: Pick<StepProps, "draft">) {
  const { t } = useTranslation("broadcastPlans");
  const { failed } = useFeedback();
  const own = useOwnNumber();
  const [typed, setTyped] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // Kept until there is an answer, so that a repeated call sends one message.
  const [recordID, setRecordID] = useState(() => RecordId.parse(v7()));
  const [sent, setSent] = useState<Awaited<ReturnType<typeof sendTest>> | null>(null);
  const number = typed ?? own.data ?? "";
  const handleClick = async () => {
    setBusy(true);
    try {
      setSent(await sendTest(recordID, draft, number.trim()));
      setRecordID(RecordId.parse(v7()));
    } catch (reason) {
      failed(reason);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={layout.stack}>
      <div className={layout.row}>
        <Input
          className={layout.width220}
          aria-label={t("testNumber")}
          placeholder={t("testNumber")}
          inputMode="tel"
          maxLength={40}
          value={number}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button loading={busy} disabled={number.trim() === ""} onClick={() => void handleClick()}>
          {t("sendTestMessage")}
        </Button>
      </div>
      <p className={layout.hint}>{t("testAdvice")}</p>
      {sent && (
        <p role="status" className={layout.hint}>
          {t("testTo", { number: sent.number })}
          {sent.amount !== null && t("testCost", { amount: unitPriceText(sent.amount, sent.currency) })}
          <TestResult recordID={sent.recordID} />
        </p>
      )}
    </div>
  );
}

/** The result of a test. */
function TestResult({ recordID }: { recordID: RecordId }) {
  const { t } = useTranslation("broadcastPlans");
  const reasonText = useReasonText();
  const problemText = useProblemText();
  const { data: plan } = usePlan(recordID);
  if (!plan) return null;
  const [why] = plan.reasons;
  if (why) return t("testNotSent", { reason: reasonText(why.reason) });
  if (plan.state === "failed") return t("testNotSent", { reason: problemText(plan.problem ?? "") });
  const { read, delivered, accepted } = plan.counters;
  const result = read > 0 ? "read" : delivered > 0 ? "delivered" : accepted > 0 ? "accepted" : "queued";
  return t(`result.${result}`);
}
