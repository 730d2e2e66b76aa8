import { BankOutlined, CreditCardOutlined, QrcodeOutlined, ShopOutlined, WalletOutlined } from "@ant-design/icons";
import { type PaymentPlatform, type PaymentProvider, platformFields } from "@homeroom/contract/payment-platforms";
import { Button, Switch } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { StatusDot } from "#ui/status/status-dot.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { usePlatformWrites } from "../api.ts";
import styles from "./platforms.module.css";

const icons: Readonly<Record<PaymentProvider, typeof BankOutlined>> = {
  paypal: WalletOutlined,
  shopline: ShopOutlined,
  ecpay: CreditCardOutlined,
  bankTransfer: BankOutlined,
  fps: QrcodeOutlined,
};

/** One payment platform: its purpose, its set-up, and whether it is offered to customers. */
export function PlatformCard({ platform, onEdit }: { platform: PaymentPlatform; onEdit: () => void }) {
  const { t } = useTranslation("paymentPlatforms");
  const can = useCan();
  const { provider, status, recordID, verifiedAt } = platform;
  const Shape = icons[provider];
  const name = t(`${provider}.name`);
  const state = recordID === null ? "none" : status === 1 ? "on" : "off";
  return (
    <article className={laid("card stack")} aria-label={name}>
      <header className={laid("flexBox gap12")}>
        <span className={laid("centre fixed round12 sunkenGround text20 ink height40 width40")} aria-hidden>
          <Shape />
        </span>
        <div className={layout.grow}>
          <h2 className={layout.title}>{name}</h2>
          <p className={layout.quiet}>{t(`${provider}.about`)}</p>
        </div>
      </header>
      {recordID && <Facts platform={platform} />}
      <footer className={laid("middleWrap gap8x12", styles.foot)}>
        <StatusDot tone={state === "on" ? "success" : "quiet"} label={t(`state.${state}`)} />
        {verifiedAt && platform.notifyURL && (
          <span className={layout.hint}>
            {t("verified")} <RelativeTime inText value={verifiedAt} />
          </span>
        )}
        <span className={laid("middle push gap12")}>
          {recordID && can("org:pay:status") && <StatusSwitch platform={platform} name={name} />}
          {can("org:pay:edit") && (
            <Button type={recordID ? "default" : "primary"} onClick={onEdit}>
              {t(recordID ? "change" : "setUp")}
            </Button>
          )}
        </span>
      </footer>
    </article>
  );
}

function Facts({ platform: { provider, fields, secrets } }: { platform: PaymentPlatform }) {
  const { t } = useTranslation("paymentPlatforms");
  const facts = platformFields[provider]
    .filter(({ long }) => !long)
    .map(({ name }) => {
      const secret = secrets[name];
      const shown = secret?.last4 ? `••••${secret.last4}` : secret?.hasValue ? t("secretSet") : fields[name];
      return { label: t(`fields.${provider}.${name}` as "fields.paypal.email"), shown };
    });
  return (
    <dl className={laid("gridBox gap8x16 facts", styles.facts)}>
      {facts
        .filter(({ shown }) => shown)
        .map(({ label, shown }) => (
          <div key={label}>
            <dt className={layout.leading20}>{label}</dt>
            <dd className={layout.breaking}>{shown}</dd>
          </div>
        ))}
    </dl>
  );
}

function StatusSwitch({ platform, name }: { platform: PaymentPlatform; name: string }) {
  const { t } = useTranslation("paymentPlatforms");
  const { done, failed } = useFeedback();
  const { setStatus } = usePlatformWrites();
  const [busy, setBusy] = useState(false);
  const handleSwitch = (on: boolean) => {
    setBusy(true);
    void setStatus(platform, on ? 1 : 0)
      .then(() => done(t(on ? "switchedOn" : "switchedOff", { name })), failed)
      .finally(() => setBusy(false));
  };
  return (
    <Switch checked={platform.status === 1} loading={busy} aria-label={t("switch", { name })} onChange={handleSwitch} />
  );
}
