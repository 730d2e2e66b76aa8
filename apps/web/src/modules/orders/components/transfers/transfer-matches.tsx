import { moneyText } from "@homeroom/contract/currencies";
import type { ProofMatch } from "@homeroom/contract/transfer-proofs";
import { Radio } from "antd";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { TintTag } from "#ui/status/tint-tag.tsx";
import styles from "./transfer-desk.module.css";

interface TransferMatchesProps {
  list: readonly ProofMatch[];
  loading: boolean;
  chosen: string | null;
  onChoose: (orderID: string) => void;
}

/** The orders that a transfer may pay, each with the evidence. */
export function TransferMatches({ list, loading, chosen, onChoose }: TransferMatchesProps) {
  const { t } = useTranslation("orders");
  return (
    <fieldset className={laid("flush noBorder", styles.matches)}>
      <legend>{t("transfers.matches")}</legend>
      {loading && <Skeleton height={56} />}
      {!loading && list.length === 0 && <p className={layout.small}>{t("transfers.noMatch")}</p>}
      <Radio.Group
        className={laid("closeStack", styles.choices)}
        value={chosen}
        onChange={({ target }) => onChoose(String(target.value))}
        options={list.map((match) => ({ value: match.orderID, label: <Match match={match} /> }))}
      />
    </fieldset>
  );
}

function Match({ match }: { match: ProofMatch }) {
  const { t } = useTranslation("orders");
  const { orderID, leadName, productName, open, due, currency, status } = match;
  const signs = (["isShownFor", "isSameLead", "isSameAmount", "isSameName"] as const).filter((sign) => match[sign]);
  return (
    <span className={laid("flexBox alignStart gap12")}>
      <span className={laid("column grow breaking alignStart")}>
        <span>
          {leadName} · {productName}
        </span>
        <span className={layout.small}>{orderID}</span>
        <span className={laid("flexBox wrap gap4 above4")}>
          {status !== "pending" && <TintTag color="neutral">{t(`status.${status}`)}</TintTag>}
          {signs.map((sign) => (
            <TintTag key={sign} color="green">
              {t(`transfers.sign.${sign}`)}
            </TintTag>
          ))}
        </span>
      </span>
      <span className={laid("column fixed figures textEnd")}>
        <span className={layout.strong}>{moneyText(due, currency)}</span>
        {due !== open && (
          <span className={layout.small}>{t("transfers.ofOpen", { amount: moneyText(open, currency) })}</span>
        )}
      </span>
    </span>
  );
}
