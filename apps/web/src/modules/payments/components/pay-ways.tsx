import type { GatewayProvider, PayNumbers, PayPage, PayWay } from "@homeroom/contract/payments";
import { useTranslation } from "react-i18next";
import { useQrCode } from "#ui/qr-code/use-qr-code.ts";
import { Fact, TransferFacts } from "./facts.tsx";
import styles from "./pay.module.css";
import { TransferPicture } from "./transfer-picture.tsx";
import type { PayView } from "./use-pay-page.ts";

/** The ways to pay an order: platforms first, then those through a bank, with the picture of a transfer below. */
export function PayWays({ page, view }: { page: PayPage; view: PayView }) {
  const { t } = useTranslation("pay");
  const { ways, numbers } = page;
  const hasTransfer = ways.some(({ bank, fps }) => bank !== null || fps !== null);
  return (
    <section className={styles.ways} aria-label={t("ways.title")}>
      {numbers && <Numbers numbers={numbers} />}
      {ways.length === 0 && <p className={styles.notice}>{t("ways.none")}</p>}
      {ways.map((way) => (
        <Way key={way.provider} way={way} page={page} view={view} />
      ))}
      {hasTransfer && <TransferPicture view={view} />}
    </section>
  );
}

function Way({ way: { provider, bank, fps }, page, view }: { way: PayWay; page: PayPage; view: PayView }) {
  if (bank) return <Bank bank={bank} page={page} />;
  if (fps) return <FpsCode fps={fps} page={page} />;
  return <PlatformButton provider={provider as GatewayProvider} view={view} />;
}

function PlatformButton({ provider, view }: { provider: GatewayProvider; view: PayView }) {
  const { t } = useTranslation("pay");
  return (
    <button type="button" className={styles.pay} disabled={view.busy} onClick={() => view.pay(provider)}>
      <span>{t(`ways.${provider}`)}</span>
      <span className={styles.payDetail}>{t(`ways.${provider}Detail`)}</span>
    </button>
  );
}

/** The details from ECPay's page, for paying at a machine or in a shop. */
function Numbers({ numbers: { kind, bankCode, number, expires } }: { numbers: PayNumbers }) {
  const { t } = useTranslation("pay");
  return (
    <div className={styles.card}>
      <h2 className={styles.title}>{t(`numbers.${kind}`)}</h2>
      <dl className={styles.facts}>
        {bankCode && <Fact label={t("bank.code")} value={bankCode} />}
        <Fact label={t(`numbers.${kind}Number`)} value={number} isCopied />
        {expires && <Fact label={t("numbers.expires")} value={expires} />}
      </dl>
    </div>
  );
}

function Bank({ bank, page }: { bank: NonNullable<PayWay["bank"]>; page: PayPage }) {
  const { t } = useTranslation("pay");
  const { bankName, bankCode, accountName, accountNumber, instructions } = bank;
  return (
    <div className={styles.card}>
      <h2 className={styles.title}>{t("bank.title")}</h2>
      <dl className={styles.facts}>
        <Fact label={t("bank.name")} value={bankCode ? `${bankName} (${bankCode})` : bankName} />
        <Fact label={t("bank.accountName")} value={accountName} />
        <Fact label={t("bank.accountNumber")} value={accountNumber} isCopied />
        <TransferFacts page={page} />
      </dl>
      {instructions && <p className={styles.instructions}>{instructions}</p>}
    </div>
  );
}

/** The FPS QR code with amount and order number. */
function FpsCode({ fps, page }: { fps: NonNullable<PayWay["fps"]>; page: PayPage }) {
  const { code, fpsID, payeeName } = fps;
  const { t } = useTranslation("pay");
  const image = useQrCode(code, 480);
  return (
    <div className={styles.card}>
      <h2 className={styles.title}>{t("fps.title")}</h2>
      <p className={styles.quiet}>{t("fps.detail")}</p>
      <div className={styles.qr}>{image && <img src={image} alt={t("fps.code")} width={240} height={240} />}</div>
      {image && (
        <a className={styles.second} href={image} download={`FPS-${page.orderID}.png`}>
          {t("fps.save")}
        </a>
      )}
      <dl className={styles.facts}>
        <Fact label={t("fps.id")} value={fpsID} isCopied />
        <Fact label={t("fps.payee")} value={payeeName} />
        <TransferFacts page={page} />
      </dl>
    </div>
  );
}
