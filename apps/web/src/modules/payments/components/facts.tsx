import { moneyText } from "@homeroom/contract/currencies";
import type { PayPage } from "@homeroom/contract/payments";
import { useTranslation } from "react-i18next";
import { CopyButton } from "./copy-button.tsx";

/** A line of what a customer pays with; some are copied into a banking app. */
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

/** What is typed with a transfer: the amount, and the order's number, by which staff find it. */
export function TransferFacts({ page: { open, currency, orderID } }: { page: PayPage }) {
  const { t } = useTranslation("pay");
  return (
    <>
      <Fact label={t("transfer.amount")} value={moneyText(open, currency)} />
      <Fact label={t("transfer.reference")} value={orderID} isCopied />
    </>
  );
}
