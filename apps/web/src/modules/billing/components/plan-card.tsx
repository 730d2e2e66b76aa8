import type { AccountInfo, PlanPurchase } from "@homeroom/contract/billing";
import { moneyText } from "@homeroom/contract/currencies";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useDateView } from "#platform/date-view.ts";
import { dateTimeText } from "#platform/dates.ts";
import { DetailSection, FactList } from "#ui/detail-page/detail-page.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { StatusDot, type Tone } from "#ui/status/status-dot.tsx";
import { usePlans } from "../api/queries.ts";
import { plansOnSale } from "../rules/sold-purchase.ts";
import styles from "./billing.module.css";

interface CardProps {
  account: AccountInfo;
  onBuy: (purchase: PlanPurchase) => void;
}

const tones: Record<AccountInfo["membership"], Tone> = {
  trial: "warning",
  basic: "success",
  advanced: "success",
  grace: "danger",
  expired: "danger",
};

/** The current plan, its end, and the next one. */
export function PlanCard({ account, onBuy }: CardProps) {
  const can = useCan();
  const { t } = useTranslation("billing");
  const view = useDateView();
  const { membership, plan, expireTime, graceTime, removalTime, daysLeft, nextInvoice, upcoming, canBuy } = account;
  const moment = (value: string | null) => value && <span className={layout.figures}>{dateTimeText(value, view)}</span>;
  const isOver = membership === "expired" || membership === "grace";
  const renewed = plan === "trial" ? "basic" : plan;
  const isOffSale = plan !== "trial" && expireTime !== null && nextInvoice === null;
  return (
    <DetailSection
      title={t("plan.title")}
      actions={<StatusDot tone={tones[membership]} label={t(`membership.${membership}`)} />}
    >
      <p className={laid("strong figures", styles.figure)}>{t(`plan.${plan}`)}</p>
      <p>{t(`plan.state.${stateOf(account)}`, { count: daysLeft ?? 0 })}</p>
      <div className={layout.above12}>
        <FactList
          facts={[
            { label: t("plan.expireTime"), value: expireTime ? moment(expireTime) : t("plan.noEnd") },
            ...(membership === "grace" ? [{ label: t("plan.graceTime"), value: moment(graceTime) }] : []),
            ...(isOver ? [{ label: t("plan.removalTime"), value: moment(removalTime) }] : []),
            ...(nextInvoice
              ? [
                  {
                    label: t("plan.nextInvoice"),
                    value: t("plan.nextInvoiceOf", {
                      amount: moneyText(nextInvoice.amount, nextInvoice.currency),
                      plan: t(`plan.${nextInvoice.plan}`),
                      count: nextInvoice.months,
                    }),
                  },
                ]
              : []),
            ...(isOffSale ? [{ label: t("plan.nextInvoice"), value: t("plan.offSale") }] : []),
            ...upcoming.map((next) => ({
              label: t(`plan.${next.plan}`),
              value: (
                <>
                  {t("plan.from")} {moment(next.startTime)}
                </>
              ),
            })),
          ]}
        />
      </div>
      {canBuy && can("bill:plan:buy") && (
        <div className={laid("buttons above16")}>
          <Button
            type="primary"
            onClick={() => onBuy({ kind: "subscription", planID: renewed, months: nextInvoice?.months ?? 12 })}
          >
            {t(plan === "trial" ? "buy.verb" : isOffSale ? "buy.other" : "buy.renew")}
          </Button>
          {plan === "basic" && !isOver && <UpgradeButton onBuy={onBuy} />}
        </div>
      )}
    </DetailSection>
  );
}

function UpgradeButton({ onBuy }: Pick<CardProps, "onBuy">) {
  const { t } = useTranslation("billing");
  const { data } = usePlans();
  if (data && !plansOnSale(data.prices).includes("advanced")) return null;
  return <Button onClick={() => onBuy({ kind: "upgrade", planID: "advanced" })}>{t("buy.upgrade")}</Button>;
}

function stateOf({ membership, plan, expireTime, daysLeft }: AccountInfo) {
  if (expireTime === null) return "endless";
  if (membership === "expired" && plan === "trial") return "trialOver";
  if (membership === "grace" || membership === "expired") return membership;
  return daysLeft === 0 ? "lastDay" : "running";
}

/**
 * How far the messages and the money last; null: unknown. If they are not enough for one message, broadcasts are not
 * mentioned.
 */
function Reach({ messages, broadcasts }: { messages: number | null; broadcasts: number | null }) {
  const { t } = useTranslation("billing");
  const number = (value: number) => value.toLocaleString("en");
  if (messages === 0) return <p>{t("balance.noMessage")}</p>;
  return (
    <>
      {broadcasts === 0 && <p>{t("balance.noBroadcast")}</p>}
      {broadcasts !== null && broadcasts > 0 && (
        <p>{t("balance.enoughBroadcasts", { number: number(broadcasts), count: broadcasts })}</p>
      )}
      {messages !== null && <p>{t("balance.enoughFor", { number: number(messages) })}</p>}
    </>
  );
}

/** The balances: money, messages, and the advertising budget. */
export function BalanceCard({ account, onBuy }: CardProps) {
  const can = useCan();
  const { t } = useTranslation("billing");
  const { balance, reserved, currency, messages, reservedMessages, adBudget, canBuy } = account;
  const { enoughMessages, enoughBroadcasts } = account;
  const count = (value: number) => value.toLocaleString("en");
  return (
    <DetailSection title={t("balance.title")}>
      <p className={laid("strong figures", styles.figure)}>{moneyText(balance, currency)}</p>
      <p className={layout.small}>{reserved > 0 && t("balance.reserved", { amount: moneyText(reserved, currency) })}</p>
      <Reach messages={enoughMessages} broadcasts={enoughBroadcasts} />
      <div className={layout.above12}>
        <FactList
          facts={[
            {
              label: t("balance.messages"),
              value: (
                <span className={layout.figures}>
                  {t("balance.messageCount", { number: count(messages), count: messages })}
                </span>
              ),
            },
            ...(reservedMessages > 0
              ? [
                  {
                    label: t("balance.reservedMessages"),
                    value: <span className={layout.figures}>{count(reservedMessages)}</span>,
                  },
                ]
              : []),
            {
              label: t("balance.adBudget"),
              value: <span className={layout.figures}>{moneyText(adBudget, currency)}</span>,
            },
          ]}
        />
      </div>
      {canBuy && (
        <div className={laid("buttons above16")}>
          {can("bill:recharge:add") && (
            <Button onClick={() => onBuy({ kind: "recharge", amount: 1000 })}>{t("buy.recharge")}</Button>
          )}
          {can("bill:plan:buy") && (
            <Button onClick={() => onBuy({ kind: "broadcast", months: 1 })}>{t("buy.messages")}</Button>
          )}
        </div>
      )}
    </DetailSection>
  );
}
