import { moneyText } from "@homeroom/contract/currencies";
import { RecordId } from "@homeroom/contract/ids";
import { Amount } from "@homeroom/contract/money";
import { orderLimits } from "@homeroom/contract/orders";
import { type PlatformRefundRow, platformRefunds, type Refundable } from "@homeroom/contract/platform-refunds";
import { Alert, Button, Input } from "antd";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { v7 } from "uuid";
import { useCan } from "#platform/access.ts";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import layout from "#ui/layout.module.css";
import { useAskRefund } from "../../api/platform-refunds.ts";
import { MoneyInput } from "../money-input.tsx";
import { NoLongerOffered } from "../no-longer-offered.tsx";

interface PlatformRefundButtonProps {
  orderID: string;
  /** The amount that the platform can refund now; an open form stays if that changes. */
  refundable: Refundable | undefined;
}

/** Refunds a payment through its platform: all or a part. */
export function PlatformRefundButton({ orderID, refundable }: PlatformRefundButtonProps) {
  const can = useCan();
  const { t } = useTranslation("orders");
  const [begun, setBegun] = useState<Refundable | null>(null);
  if (!can("sale:order:refund")) return null;
  const platform = refundable && t(`method.${refundable.provider}`);
  return (
    <>
      {refundable && (
        <Button size="small" onClick={() => setBegun(refundable)}>
          {t("platformRefund.verb", { platform })}
        </Button>
      )}
      {begun && (
        <PlatformRefundForm
          orderID={orderID}
          refundable={refundable ?? { ...begun, most: 0 }}
          isOffered={refundable !== undefined}
          onClose={() => setBegun(null)}
        />
      )}
    </>
  );
}

interface PlatformRefundFormProps {
  orderID: string;
  refundable: Refundable;
  isOffered: boolean;
  onClose: () => void;
}

function PlatformRefundForm({ orderID, refundable, isOffered, onClose }: PlatformRefundFormProps) {
  const { t } = useTranslation("orders");
  const { done, failed } = useFeedback();
  const askRefund = useAskRefund();
  const { paymentID, provider, most, currency } = refundable;
  const platform = t(`method.${provider}`);
  // Proposed by the form, so that sending again after a lost answer does not refund twice.
  const initialValues = useMemo(
    () => ({ orderID, paymentID, amount: most, reason: "", recordID: RecordId.parse(v7()) }),
    [orderID, paymentID, most],
  );
  const tell = ({ state, problem }: PlatformRefundRow) => {
    if (state === "refused") failed(t("platformRefund.refused", { platform, problem }));
    else done(t(`platformRefund.${state}`, { platform }));
  };
  return (
    <DrawerForm
      open
      danger
      title={t("platformRefund.title", { platform })}
      schema={platformRefunds.ask.request.extend({ amount: Amount.max(most) })}
      initialValues={initialValues}
      onSubmit={async (form, report) => tell(await askRefund(form, report))}
      onDone={onClose}
      onClose={onClose}
      submitLabel={t("platformRefund.verb", { platform })}
      width={440}
    >
      {!isOffered && <NoLongerOffered />}
      <Alert className={layout.below12} type="info" showIcon title={t("platformRefund.notice", { platform })} />
      <FormField
        name="amount"
        label={t("refund.amount")}
        required
        hint={t("refund.most", { amount: moneyText(most, currency) })}
      >
        <MoneyInput currency={currency} />
      </FormField>
      <FormField name="reason" label={t("refund.reason")} required hint={t("platformRefund.hint")}>
        <Input.TextArea rows={3} maxLength={orderLimits.reason} />
      </FormField>
    </DrawerForm>
  );
}
