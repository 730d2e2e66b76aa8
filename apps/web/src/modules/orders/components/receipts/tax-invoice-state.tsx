import { RedoOutlined } from "@ant-design/icons";
import type { TaxInvoiceRow } from "@homeroom/contract/tax-invoices";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import layout from "#ui/layout.module.css";
import { StatusDot } from "#ui/status/status-dot.tsx";
import { useRetryInvoice } from "../../api/receipts.ts";

const tones = { waiting: "quiet", asking: "primary", done: "success", failed: "danger" } as const;

/** The state of an e-invoice, and why ECPay did not issue it. */
export function TaxInvoiceState({ invoice }: { invoice: TaxInvoiceRow }) {
  const { t } = useTranslation("invoices");
  const { state, problem, detail } = invoice;
  const why = problem ? [t(`problem.${problem}`), detail].filter(Boolean).join(" · ") : "";
  return (
    <span title={why || undefined}>
      <StatusDot tone={tones[state]} label={t(`state.${state}`)} />{" "}
      {why && <span className={state === "failed" ? layout.danger : layout.small}>{why}</span>}
    </span>
  );
}

/** Retries a failed one. */
export function RetryInvoice({ invoice }: { invoice: TaxInvoiceRow }) {
  const { t } = useTranslation("invoices");
  const can = useCan();
  const { done, failed } = useFeedback();
  const retry = useRetryInvoice();
  if (invoice.state !== "failed" || !can("sale:order:edit")) return null;
  return (
    <Button
      size="small"
      icon={<RedoOutlined />}
      loading={retry.isPending}
      onClick={(event) => {
        event.stopPropagation();
        retry.mutate(invoice.recordID, { onSuccess: () => done(t("retried")), onError: failed });
      }}
    >
      {t("retry")}
    </Button>
  );
}
