import { RedoOutlined } from "@ant-design/icons";
import type { TaxInvoiceRow } from "@homeroom/contract/tax-invoices";
import { Button, Tag } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useRetryInvoice } from "../api/tax-invoices.ts";
import styles from "./orders.module.css";

const colors = { waiting: "default", asking: "processing", done: "success", failed: "error" } as const;

/** How an e-invoice is, and in words why ECPay did not make it. */
export function TaxInvoiceState({ invoice }: { invoice: TaxInvoiceRow }) {
  const { t } = useTranslation("invoices");
  const { state, problem, detail } = invoice;
  return (
    <span>
      <Tag color={colors[state]}>{t(`state.${state}`)}</Tag>
      {problem && (
        <span className={state === "failed" ? styles.kept : styles.quiet}>
          {t(`problem.${problem}`)}
          {detail && ` · ${detail}`}
        </span>
      )}
    </span>
  );
}

/** Tries one again that failed. */
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
