import { moneyText } from "@homeroom/contract/currencies";
import type { ProofRow } from "@homeroom/contract/transfer-proofs";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
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
      <button
        type="button"
        className={laid("bare wide flexBox alignStart gap12 pad12 lineBelow textStart hoverable", styles.entry)}
        aria-current={isChosen || undefined}
        onClick={onChoose}
      >
        {picture ? (
          <img
            className={laid("fixed outlined round6 sunkenGround covering", styles.thumb)}
            src={picture.url}
            alt=""
            loading="lazy"
          />
        ) : (
          <span className={laid("fixed outlined round6 sunkenGround covering", styles.thumb)} aria-hidden />
        )}
        <span className={laid("column grow breaking alignStart")}>
          <span className={layout.strong}>{leadName || t("transfers.nobody")}</span>
          <span className={layout.small}>
            {t(`transfers.source.${source}`)} · <RelativeTime value={createTime} />
          </span>
          {orderID && <span className={layout.small}>{orderID}</span>}
          {twin && <TintTag color="red">{t("transfers.twin")}</TintTag>}
        </span>
        {amount !== null && currency && (
          <span className={laid("strong figures fixed")}>{moneyText(amount, currency)}</span>
        )}
      </button>
    </li>
  );
}
