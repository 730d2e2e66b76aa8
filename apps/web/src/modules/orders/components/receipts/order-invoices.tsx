import { moneyText } from "@homeroom/contract/currencies";
import { type InvoiceChoice, InvoiceChoice as InvoiceChoiceShape } from "@homeroom/contract/invoice-choice";
import type { OrderDetail } from "@homeroom/contract/orders";
import { taxInvoices } from "@homeroom/contract/tax-invoices";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useProductChoices } from "../../api/queries.ts";
import { useChooseInvoice, useInvoicesOfOrder } from "../../api/receipts.ts";
import { NoLongerOffered } from "../no-longer-offered.tsx";
import styles from "../orders.module.css";
import { InvoiceFields } from "./invoice-fields.tsx";
import { RetryInvoice, TaxInvoiceState } from "./tax-invoice-state.tsx";

const unchosen: InvoiceChoice = InvoiceChoiceShape.parse({ kind: "member" });

/** The e-invoices of an order: where they go, their numbers, and what went wrong. */
export function OrderInvoices({ order }: { order: OrderDetail }) {
  const { t } = useTranslation("invoices");
  const { data = [] } = useInvoicesOfOrder(order.orderID);
  const gives = useProductChoices().data?.givesInvoices === true && order.currency === "TWD";
  if (!gives && data.length === 0) return null;
  const isMade = data.some(({ way, state }) => way === "invoice" && (state === "done" || state === "asking"));
  const isLeft = order.status === "closed" || order.status === "cancelled";
  return (
    <section className={styles.section}>
      <h3 className={laid("row strong justifyBetween text14 below8")}>{t("title")}</h3>
      <p className={layout.small}>
        {wordsOf(order.invoiceChoice ?? unchosen, t)}{" "}
        <ChooseInvoice order={order} isOffered={(!isMade || order.status === "pending") && !isLeft} />
      </p>
      <ul className={laid("column bareList")}>
        {data.map((invoice) => (
          <li
            key={invoice.recordID}
            className={laid("baseline lineBelow wrap justifyBetween gap12 pad8x0", styles.row)}
          >
            <span className={laid("breaking narrowable")}>
              <span className={laid("middleWrap gap4x12")}>
                <span>
                  {t(`way.${invoice.way}`)} <span className={laid("figures medium")}>{invoice.number}</span>
                </span>
                <TaxInvoiceState invoice={invoice} />
              </span>
              <span className={layout.small}>
                {moneyText(invoice.amount, invoice.currency)} · <RelativeTime value={invoice.createTime} />
              </span>
            </span>
            <span className={laid("inlineFlex wrap justifyEnd gap4")}>
              <RetryInvoice invoice={invoice} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function wordsOf(choice: InvoiceChoice, t: ReturnType<typeof useTranslation<"invoices">>["t"]): string {
  const { kind, carrier, loveCode, companyNumber, companyName, email } = choice;
  const details = [carrier, loveCode, companyNumber, companyName, email].filter((part) => part !== "");
  return [t(`kind.${kind}`), ...details].join(" · ");
}

/** An open form stays if the choice ends meanwhile. */
function ChooseInvoice({ order, isOffered }: { order: OrderDetail; isOffered: boolean }) {
  const { t } = useTranslation("invoices");
  const can = useCan();
  const { done } = useFeedback();
  const choose = useChooseInvoice();
  const [open, setOpen] = useState(false);
  if (!can("sale:order:edit")) return null;
  return (
    <>
      {isOffered && (
        <Button size="small" onClick={() => setOpen(true)}>
          {t("choice.change")}
        </Button>
      )}
      {open && (
        <DrawerForm
          open
          title={t("choice.title", { orderID: order.orderID })}
          schema={taxInvoices.choose.request}
          initialValues={{ orderID: order.orderID, invoice: order.invoiceChoice ?? unchosen }}
          onSubmit={choose}
          onDone={() => {
            setOpen(false);
            done(t("choice.done"));
          }}
          onClose={() => setOpen(false)}
          width={480}
        >
          {!isOffered && <NoLongerOffered />}
          <InvoiceFields />
        </DrawerForm>
      )}
    </>
  );
}
