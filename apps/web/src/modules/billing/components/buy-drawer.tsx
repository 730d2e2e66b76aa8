import {
  type AccountInfo,
  type PlanOrderRow,
  type PlanPurchase,
  type PlanQuote,
  type PlanTerms,
  paidPlans,
  planPayMethods,
  rechargeLimits,
} from "@homeroom/contract/billing";
import { decimalsOf, moneyText, symbolBefore } from "@homeroom/contract/currencies";
import { RecordId } from "@homeroom/contract/ids";
import { type CurrencyCode, toMinor } from "@homeroom/contract/money";
import { Alert, Button, Drawer, InputNumber, Radio } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { v7 } from "uuid";
import { useDateView } from "#platform/date-view.ts";
import { dateTimeText } from "#platform/dates.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { ErrorState } from "#ui/states/error-state.tsx";
import { usePlans, usePreview } from "../api/queries.ts";
import { useBillingWrites } from "../api/writes.ts";
import { amountText, limitsExceeded } from "../rules/limits.ts";
import { offersFor, plansOnSale, soldPurchase } from "../rules/sold-purchase.ts";
import styles from "./billing.module.css";

type PayMethod = (typeof planPayMethods)[number];

interface BuyDrawerProps {
  purchase: PlanPurchase;
  currency: CurrencyCode;
  uses: AccountInfo["uses"];
  onChange: (purchase: PlanPurchase) => void;
  onDone: (order: PlanOrderRow) => void;
  onClose: () => void;
}

/** Buys something: the amount, the payment method, and the exact price before it is ordered. */
export function BuyDrawer({ purchase: wanted, currency, uses, onChange, onDone, onClose }: BuyDrawerProps) {
  const { t } = useTranslation("billing");
  const { failed } = useFeedback();
  const { create } = useBillingWrites();
  const [payMethod, setPayMethod] = useState<PayMethod>("card");
  const [isBusy, setIsBusy] = useState(false);
  // Proposed here, so that sending again after a lost answer makes one order.
  const [recordID] = useState(() => RecordId.parse(v7()));
  const { data: plans } = usePlans();
  const purchase = plans ? soldPurchase(wanted, plans.prices) : wanted;
  const isPriced = purchase !== null && (plans !== undefined || !byMonths(purchase)) && hasAmount(purchase, currency);
  const preview = usePreview(isPriced ? purchase : null);
  const quote = preview.isError || preview.isPlaceholderData ? null : (preview.data ?? null);
  const order = () => {
    if (!quote || !purchase) return;
    setIsBusy(true);
    create({ ...purchase, payMethod, recordID, expectedAmount: quote.amount })
      .then(onDone, (reason) => {
        failed(reason);
        // The price may have changed.
        void preview.refetch();
      })
      .finally(() => setIsBusy(false));
  };
  return (
    <Drawer
      open
      title={t(`buy.title.${wanted.kind}`)}
      size={440}
      onClose={onClose}
      footer={
        <Button type="primary" block loading={isBusy} disabled={!quote} onClick={order}>
          {t("buy.order")}
        </Button>
      }
    >
      {purchase ? (
        <Amount purchase={purchase} currency={currency} onChange={onChange} />
      ) : (
        <p>{t("buy.nothingSold")}</p>
      )}
      {purchase?.kind === "subscription" && (
        <SmallerPlan uses={uses} terms={plans?.plans.find(({ plan }) => plan === purchase.planID)} />
      )}
      <p className={laid("medium", styles.label)} id="pay-method">
        {t("buy.payMethod")}
      </p>
      <Radio.Group
        aria-labelledby="pay-method"
        value={payMethod}
        onChange={({ target }) => setPayMethod(planPayMethods.find((one) => one === target.value) ?? "card")}
        options={planPayMethods.map((value) => ({ value, label: t(`method.${value}`) }))}
      />
      <p className={layout.small}>{t(`methodHint.${payMethod}`)}</p>
      <div aria-live="polite">
        {preview.isError && <ErrorState message={preview.error} onRetry={() => void preview.refetch()} />}
        {quote && <QuoteLines quote={quote} />}
      </div>
    </Drawer>
  );
}

/** A warning for a plan that allows less than is in use already. */
function SmallerPlan({ uses, terms }: { uses: AccountInfo["uses"]; terms: PlanTerms | undefined }) {
  const { t } = useTranslation("billing");
  const exceeded = limitsExceeded(uses, terms);
  if (!terms || exceeded.length === 0) return null;
  const text = (use: (typeof exceeded)[number]) => {
    const amounts = { used: amountText(use, uses[use].used), limit: amountText(use, terms[use]) };
    return t("buy.exceeded", { use: t(`uses.${use}`), ...amounts });
  };
  const list = (
    <ul className={layout.bareList}>
      {exceeded.map((use) => (
        <li key={use}>{text(use)}</li>
      ))}
    </ul>
  );
  return (
    <div className={layout.above12}>
      <Alert
        type="warning"
        showIcon
        title={
          <>
            {t("buy.smaller")}
            {list}
          </>
        }
      />
    </div>
  );
}

/** Bought by the month, for a price that can go off sale. */
function byMonths({ kind }: PlanPurchase): boolean {
  return kind === "subscription" || kind === "broadcast";
}

/** A top-up with a valid amount, in the steps of the currency. */
function hasAmount({ kind, amount = 0 }: PlanPurchase, currency: CurrencyCode): boolean {
  if (kind !== "recharge") return true;
  return amount >= rechargeLimits.least && amount <= rechargeLimits.most && toMinor(amount, currency) !== null;
}

type AmountProps = Pick<BuyDrawerProps, "purchase" | "currency" | "onChange">;

function Amount({ purchase, currency, onChange }: AmountProps) {
  const { t } = useTranslation("billing");
  const { data } = usePlans();
  if (purchase.kind === "upgrade") return <p>{t("buy.upgradeHint")}</p>;
  if (purchase.kind === "recharge") return <RechargeAmount {...{ purchase, currency, onChange }} />;
  const offered = offersFor(purchase, data?.prices ?? []);
  const plans = purchase.kind === "subscription";
  const sold = plansOnSale(data?.prices ?? []);
  return (
    <>
      {plans && (
        <Radio.Group
          aria-label={t("plan.title")}
          value={purchase.planID}
          onChange={({ target }) => onChange({ ...purchase, planID: target.value as "basic" | "advanced" })}
          options={paidPlans.map((value) => ({
            value,
            disabled: !sold.includes(value),
            label: `${t(`plan.${value}`)}${data && !sold.includes(value) ? t("buy.notSold") : ""}`,
          }))}
        />
      )}
      <p className={laid("medium", styles.label)} id="months">
        {t("buy.howLong")}
      </p>
      <Radio.Group
        aria-labelledby="months"
        value={purchase.months}
        onChange={({ target }) => onChange({ ...purchase, months: target.value as number })}
        options={offered.map(({ paidMonths, grantedMonths }) => ({
          value: paidMonths,
          label: `${t("buy.months", { count: paidMonths })}${
            grantedMonths > paidMonths ? t("buy.more", { count: grantedMonths - paidMonths }) : ""
          }`,
        }))}
      />
    </>
  );
}

/**
 * The amount of a top-up. The field has no minimum or maximum: it would silently replace the input with the limit on submit,
 * and show the price of an earlier amount until then.
 */
function RechargeAmount({ purchase, currency, onChange }: AmountProps) {
  const { t } = useTranslation("billing");
  const isRight = hasAmount(purchase, currency);
  const [least, most] = [moneyText(rechargeLimits.least, currency), moneyText(rechargeLimits.most, currency)];
  return (
    <>
      <label className={laid("medium", styles.label)} htmlFor="recharge-amount">
        {t("buy.amount")}
      </label>
      <InputNumber<number>
        id="recharge-amount"
        style={{ width: "100%" }}
        prefix={symbolBefore(currency)}
        precision={decimalsOf(currency)}
        {...(!isRight && { status: "error" as const })}
        aria-invalid={!isRight}
        aria-describedby="recharge-limits"
        value={purchase.amount ?? null}
        onChange={(amount) => onChange({ kind: purchase.kind, ...(amount !== null && { amount }) })}
      />
      <p id="recharge-limits" className={isRight ? layout.small : layout.danger}>
        {t("buy.amountHint", { least, most })}
      </p>
    </>
  );
}

/** The price of a purchase, line by line, and its content. */
function QuoteLines({ quote }: { quote: PlanQuote }) {
  const { t } = useTranslation("billing");
  const view = useDateView();
  const { lines, amount, currency, startTime, endTime, messages, days } = quote;
  return (
    <section>
      <h3 className={laid("medium", styles.label)}>{t("quote.title")}</h3>
      <ul className={layout.bareList}>
        {lines.map((line) => (
          <li key={line.kind} className={laid("figures lineBelow flexBox justifyBetween gap12 pad8x0")}>
            <span>{t(`quote.${line.kind}`, { count: line.days })}</span>
            <span>{moneyText(line.amount, currency)}</span>
          </li>
        ))}
        <li className={laid("strong figures lineBelow flexBox justifyBetween gap12 pad8x0")}>
          <span>{t("quote.total")}</span>
          <span>{moneyText(amount, currency)}</span>
        </li>
      </ul>
      {startTime && endTime && (
        <p className={layout.small}>
          {t("quote.time", { from: dateTimeText(startTime, view), to: dateTimeText(endTime, view), count: days })}
        </p>
      )}
      {messages > 0 && <p className={layout.small}>{t("quote.messages", { number: messages.toLocaleString("en") })}</p>}
    </section>
  );
}
