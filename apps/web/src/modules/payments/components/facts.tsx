import { moneyText } from "@homeroom/contract/currencies";
import type { PayPage } from "@homeroom/contract/payments";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./pay.module.css";

/** A line with details for a payment; some can be copied into a banking app. */
export function Fact({ label, value, isCopied = false }: { label: string; value: string; isCopied?: boolean }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <span>{value}</span>
        {isCopied && <CopyButton text={value} label={label} />}
      </dd>
    </div>
  );
}

/** The details of a transfer: the amount, and the order's number, by which staff find it. */
export function TransferFacts({ page: { open, currency, orderID } }: { page: PayPage }) {
  const { t } = useTranslation("pay");
  return (
    <>
      <Fact label={t("transfer.amount")} value={moneyText(open, currency)} />
      <Fact label={t("transfer.reference")} value={orderID} isCopied />
    </>
  );
}

const copiedForMs = 2000;

/** Copies a text, and says so for a moment. If the browser does not allow it, the text can be selected by hand. */
function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation("pay");
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), copiedForMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const handleCopy = () => {
    void navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <button type="button" className={styles.copy} aria-label={t("copyOf", { label })} onClick={handleCopy}>
      {t(copied ? "copied" : "copy")}
    </button>
  );
}
