import type { ProofRow } from "@homeroom/contract/transfer-proofs";
import { useTranslation } from "react-i18next";
import { moneyText } from "#platform/money.ts";
import { TintTag } from "#ui/status/tint-tag.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import styles from "./transfer-desk.module.css";

interface TransferRowProps {
  proof: ProofRow;
  isChosen: boolean;
  onChoose: () => void;
}

/** One picture in the queue. */
export function TransferRow({ proof, isChosen, onChoose }: TransferRowProps) {
  const { t } = useTranslation("orders");
  const { picture, leadName, source, orderID, createTime, twin, amount, currency } = proof;
  return (
    <li>
      <button type="button" className={styles.entry} aria-current={isChosen || undefined} onClick={onChoose}>
        {picture ? (
          <img className={styles.thumb} src={picture.url} alt="" loading="lazy" />
        ) : (
          <span className={styles.thumb} aria-hidden />
        )}
        <span className={styles.words}>
          <span className={styles.name}>{leadName || t("transfers.nobody")}</span>
          <span className={styles.quiet}>
            {t(`transfers.source.${source}`)} · <RelativeTime value={createTime} />
          </span>
          {orderID && <span className={styles.quiet}>{orderID}</span>}
          {twin && <TintTag color="red">{t("transfers.twin")}</TintTag>}
        </span>
        {amount !== null && currency && <span className={styles.figure}>{moneyText(amount, currency)}</span>}
      </button>
    </li>
  );
}
