import { moneyText } from "@homeroom/contract/currencies";
import type { PayPage } from "@homeroom/contract/payments";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { keyed } from "#platform/keyed.ts";
import { productName } from "#platform/product.ts";
import { PagePreferences } from "#ui/public-page/page-preferences.tsx";
import { InvoiceOfOrder } from "../components/invoice-choice.tsx";
import styles from "../components/pay.module.css";
import { PayWays } from "../components/pay-ways.tsx";
import { type PayView, usePayPage } from "../components/use-pay-page.ts";

/** A customer pays an order, without signing in. No component kit, so that it loads at once on a phone. */
export function Pay() {
  const { t } = useTranslation("pay");
  // Not the router's, since this page runs without it.
  const search = new URLSearchParams(window.location.search);
  const isBack = search.get("back") === "1";
  // Older links call it `order`.
  const orderID = search.get("orderID") ?? search.get("order") ?? "";
  const view = usePayPage({ orderID, key: search.get("key") ?? "", isBack });
  const { state, page } = view;
  useEffect(() => {
    document.title = page ? `${t("title")} · ${page.organization}` : `${t("title")} - ${productName}`;
  }, [page, t]);
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <h1 className={styles.name}>{page?.organization ?? t("title")}</h1>
        <PagePreferences />
      </header>
      <main className={styles.main}>
        {state === "loading" && <p role="status">{t("loading")}</p>}
        {state === "gone" && <Message title={t("gone.title")} detail={t("gone.detail")} />}
        {state === "failed" && (
          <>
            <Message title={t("failed")} />
            <button type="button" className={styles.second} onClick={view.reload}>
              {t("retry")}
            </button>
          </>
        )}
        {page && <OrderToPay page={page} view={view} isBack={isBack} />}
      </main>
    </div>
  );
}

function Message({ title, detail }: { title: string; detail?: string }) {
  return (
    <div className={styles.message} role="status">
      <p className={styles.messageTitle}>{title}</p>
      {detail && <p>{detail}</p>}
    </div>
  );
}

function OrderToPay({ page, view, isBack }: { page: PayPage; view: PayView; isBack: boolean }) {
  const { t } = useTranslation("pay");
  const { state, open, total, currency, items, orderID, expireTime, serverTime, isRejected } = page;
  const isOpen = state === "open";
  return (
    <>
      <section className={styles.card} aria-label={t("order")}>
        <p className={styles.quiet}>{t(isOpen ? "toPay" : "total")}</p>
        <p className={styles.amount}>{moneyText(isOpen ? open : total, currency)}</p>
        <ul className={styles.items}>
          {keyed(items, ({ name }) => name).map(({ key, item: { name, quantity } }) => (
            <li key={key}>
              <span>{name}</span>
              <span>{t("times", { quantity })}</span>
            </li>
          ))}
        </ul>
        <p className={styles.quiet}>
          {t("number")} {orderID}
        </p>
        {page.instalments.length > 0 && <Instalments page={page} />}
        {isOpen && expireTime && <TimeLeft until={expireTime} serverTime={serverTime} onEnd={view.reload} />}
      </section>
      {state === "paid" && <Message title={t("paid.title")} detail={t("paid.detail")} />}
      {page.hasReceipt && (
        <button type="button" className={styles.second} disabled={view.busy} onClick={view.saveReceipt}>
          {t("paid.receipt")}
        </button>
      )}
      {state === "refunded" && <Message title={t("refunded.title")} detail={t("refunded.detail")} />}
      {state === "closed" && <Message title={t("closed.title")} detail={t("closed.detail")} />}
      {state === "checking" && (
        <Message
          title={t("checking.title")}
          detail={t(page.instalments.length > 0 ? "checking.partDetail" : "checking.detail")}
        />
      )}
      {isOpen && isBack && !page.numbers && (
        <div className={styles.notice} role="status">
          <p>{t("notYet")}</p>
          <button type="button" className={styles.second} disabled={view.busy} onClick={view.check}>
            {t("check")}
          </button>
        </div>
      )}
      {isOpen && isRejected && (
        <p className={styles.notice} role="status">
          {t("rejected")}
        </p>
      )}
      {view.problem && <Problem text={view.problem} />}
      {isOpen && page.invoice && <InvoiceOfOrder choice={page.invoice.choice} view={view} />}
      {isOpen && <PayWays page={page} view={view} />}
    </>
  );
}

/** An error, scrolled into view, since the button may be far below. */
function Problem({ text }: { text: string }) {
  const shown = useRef<HTMLParagraphElement>(null);
  useEffect(() => shown.current?.scrollIntoView({ block: "center" }), []);
  return (
    <p ref={shown} className={styles.problem} role="alert">
      {text}
    </p>
  );
}

/** The instalments of an order; the amount above is that of the next one. */
function Instalments({ page: { instalments, currency } }: { page: PayPage }) {
  const { t } = useTranslation("pay");
  return (
    <ul className={styles.items} aria-label={t("instalments.title")}>
      {instalments.map(({ position, dueDate, amount, state }) => (
        <li key={position}>
          <span>
            {t("instalments.part", { number: position, day: dueDate })} · {t(`instalments.state.${state}`)}
          </span>
          <span>{moneyText(amount, currency)}</span>
        </li>
      ))}
    </ul>
  );
}

interface TimeLeftProps {
  until: string;
  /** The server's clock when it answered: the reader's may be wrong. */
  serverTime: string;
  onEnd: () => void;
}

/** The time left to pay, second by second. */
function TimeLeft({ until, serverTime, onEnd }: TimeLeftProps) {
  const { t } = useTranslation("pay");
  const [ahead] = useState(() => Date.parse(serverTime) - Date.now());
  const secondsLeft = () => Math.max(Math.floor((Date.parse(until) - Date.now() - ahead) / 1000), 0);
  const [seconds, setSeconds] = useState(secondsLeft);
  const isOver = seconds === 0;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setSeconds(secondsLeft()), 1000);
    return () => clearInterval(timer);
  });
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    // Only once, when the time runs out: the refetched order may still be open for a moment.
    if (isOver) end();
  }, [isOver]);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return (
    <p className={styles.quiet}>
      {t("timeLeft")}{" "}
      <span role="timer" className={styles.time}>
        {[...(hours > 0 ? [hours] : []), minutes, seconds % 60].map((part) => String(part).padStart(2, "0")).join(":")}
      </span>
    </p>
  );
}
