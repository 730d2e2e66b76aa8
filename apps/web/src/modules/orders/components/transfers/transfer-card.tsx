import { ArrowLeftOutlined } from "@ant-design/icons";
import { moneyText } from "@homeroom/contract/currencies";
import type { ProofRow } from "@homeroom/contract/transfer-proofs";
import { Alert, Button } from "antd";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useAddress } from "#ui/page/use-address.ts";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { LeadLink } from "../lead-link.tsx";
import styles from "./transfer-desk.module.css";
import { TransferForm } from "./transfer-form.tsx";

interface TransferCardProps {
  proof: ProofRow;
  onDone: () => void;
  onBack?: (() => void) | undefined;
}

/** The picture at full width, with its details and the orders that it may pay beside it. */
export function TransferCard({ proof, onDone, onBack }: TransferCardProps) {
  const { t } = useTranslation("orders");
  const { picture, leadId, leadName, branchName, source, createTime, creator, state } = proof;
  return (
    <section
      className={laid("card column gap12 shrinkable scrollY")}
      aria-label={t("transfers.one", { name: leadName })}
    >
      <header className={laid("baseline wrap gap4x12")}>
        {onBack && (
          <Button type="text" icon={<ArrowLeftOutlined />} aria-label={t("transfers.back")} onClick={onBack} />
        )}
        <h2 className={layout.title}>
          <LeadLink leadId={leadId} leadName={leadName || t("transfers.nobody")} />
        </h2>
        <span className={layout.small}>
          {[t(`transfers.source.${source}`), creator, branchName].filter(Boolean).join(" · ")} ·{" "}
          <RelativeTime value={createTime} />
        </span>
      </header>
      <TwinWarning proof={proof} />
      <div className={laid("grid", styles.sides)}>
        {picture ? (
          <a className={laid("block", styles.view)} href={picture.url} target="_blank" rel="noreferrer">
            <img src={picture.url} alt={t("image.title")} />
          </a>
        ) : (
          <p className={laid("quiet round8 textCentre dashed", styles.gone)}>{t("transfers.pictureGone")}</p>
        )}
        {state === "waiting" ? <TransferForm proof={proof} onDone={onDone} /> : <Decision proof={proof} />}
      </div>
    </section>
  );
}

function TwinWarning({ proof: { twin } }: { proof: ProofRow }) {
  const { t } = useTranslation("orders");
  const { change } = useAddress();
  if (!twin) return null;
  const { orderID, state } = twin;
  return (
    <Alert
      type={state === "confirmed" ? "error" : "warning"}
      showIcon
      title={
        <>
          {t(`transfers.twinIs.${state}`)} (<RelativeTime value={twin.createTime} />){" "}
          {orderID && (
            <Button type="link" size="small" onClick={() => change({ order: orderID })}>
              {orderID}
            </Button>
          )}
        </>
      }
    />
  );
}

function Decision({ proof }: { proof: ProofRow }) {
  const { t } = useTranslation("orders");
  const { change } = useAddress();
  const { orderID, amount, currency, payer, reference, note, decider, decideTime } = proof;
  const facts: [label: string, value: string][] = [
    [t("transfers.amount"), amount !== null && currency ? moneyText(amount, currency) : ""],
    [t("transfers.payer"), payer],
    [t("transfers.reference"), reference],
    [t("fields.note"), note],
    [t("transfers.decider"), decider],
  ];
  return (
    <div className={laid("column gap12")}>
      <dl className={styles.facts}>
        {orderID && (
          <div>
            <dt className={layout.quiet}>{t("fields.orderID")}</dt>
            <dd>
              <Button
                type="link"
                size="small"
                className={laid("noPadding", styles.bare)}
                onClick={() => change({ order: orderID })}
              >
                {orderID}
              </Button>
            </dd>
          </div>
        )}
        {facts
          .filter(([, value]) => value !== "")
          .map(([label, value]) => (
            <div key={label}>
              <dt className={layout.quiet}>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        {decideTime && (
          <div>
            <dt className={layout.quiet}>{t("transfers.decideTime")}</dt>
            <dd>
              <RelativeTime value={decideTime} />
            </dd>
          </div>
        )}
      </dl>
    </div>
  );
}
