import { moneyText } from "@homeroom/contract/currencies";
import { RecordId } from "@homeroom/contract/ids";
import { Amount, type CurrencyCode } from "@homeroom/contract/money";
import { type PaidMethod, paidMethods, refundingProviders } from "@homeroom/contract/order-words";
import { type OrderDetail, orderLimits, orders } from "@homeroom/contract/orders";
import { Alert, Button, Input, Select } from "antd";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { v7 } from "uuid";
import { useCan } from "#platform/access.ts";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import layout from "#ui/layout.module.css";
import { useOrderWrites } from "../../api/writes.ts";
import { MoneyInput } from "../money-input.tsx";
import { NoLongerOffered } from "../no-longer-offered.tsx";

interface RefundButtonProps {
  orderID: string;
  /** A kept payment; left out: the paid amount. */
  payment?: OrderDetail["payments"][number];
  most: number;
  currency: CurrencyCode;
  /** The original payment method, suggested for the refund. */
  paidBy: PaidMethod;
  /** Whether there is something to refund now. An open form stays if that ends meanwhile. */
  isOffered?: boolean;
}

/** Records a refund of the paid amount or of kept money: all or a part, with method and reason. */
export function RefundButton({ orderID, payment, most, currency, paidBy, isOffered = true }: RefundButtonProps) {
  const can = useCan();
  const { t } = useTranslation("orders");
  const { done } = useFeedback();
  const { refund } = useOrderWrites();
  const [open, setOpen] = useState(false);
  // Proposed by the form, so that sending again after a lost answer does not refund twice.
  const initialValues = useMemo(
    () => ({
      orderID,
      amount: most,
      reason: "",
      method: paidBy,
      reference: "",
      ...(open && { recordID: RecordId.parse(v7()) }),
      ...(payment && { paymentID: payment.recordID }),
    }),
    [orderID, most, payment, paidBy, open],
  );
  return (
    can("sale:order:refund") && (
      <>
        {isOffered && (
          <Button size={payment ? "small" : "middle"} onClick={() => setOpen(true)}>
            {t("refund.verb")}
          </Button>
        )}
        {open && (
          <DrawerForm
            open
            danger
            title={t("refund.title", { orderID })}
            schema={orders.refund.request.extend({ amount: Amount.max(most) })}
            initialValues={initialValues}
            onSubmit={refund}
            onDone={() => {
              setOpen(false);
              done(t("refund.done"));
            }}
            onClose={() => setOpen(false)}
            submitLabel={t("refund.verb")}
            width={440}
          >
            {!isOffered && <NoLongerOffered />}
            <Alert className={layout.below12} type="info" showIcon title={t(`refund.notice.${noticeFor(paidBy)}`)} />
            <FormField
              name="amount"
              label={t("refund.amount")}
              required
              hint={t("refund.most", { amount: moneyText(most, currency) })}
            >
              <MoneyInput currency={currency} />
            </FormField>
            <FormField name="method" label={t("refund.method")} required>
              <Select options={paidMethods.map((value) => ({ value, label: t(`method.${value}`) }))} />
            </FormField>
            <FormField name="reference" label={t("refund.reference")} hint={t("refund.referenceHint")}>
              <Input maxLength={orderLimits.reference} />
            </FormField>
            <FormField name="reason" label={t("refund.reason")} required hint={t("refund.hint")}>
              <Input.TextArea rows={3} maxLength={255} />
            </FormField>
          </DrawerForm>
        )}
      </>
    )
  );
}

/** What staff have to do besides this form, which moves no money. */
function noticeFor(paidBy: PaidMethod): "returns" | "ecpay" | "other" {
  if (refundingProviders.some((one) => one === paidBy)) return "returns";
  return paidBy === "ecpay" ? "ecpay" : "other";
}
