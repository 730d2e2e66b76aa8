import { MailOutlined } from "@ant-design/icons";
import { type OrderDetail, orderLimits } from "@homeroom/contract/orders";
import { receipts } from "@homeroom/contract/receipts";
import { Button, Form, Input, Switch } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useLeadEmail } from "../../api/queries.ts";
import { useOrderWrites } from "../../api/writes.ts";
import { NoLongerOffered } from "../no-longer-offered.tsx";

interface ReceiptProps {
  order: OrderDetail;
  /** A void receipt has no button; an open form stays. */
  receipt: OrderDetail["receipts"][number];
}

/** Mails a receipt, to the lead's address unless another one is entered. */
export function MailReceipt({ order, receipt: { recordID, number, voidTime } }: ReceiptProps) {
  const { t } = useTranslation("orders");
  const { done } = useFeedback();
  const { mailReceipt } = useOrderWrites();
  const [open, setOpen] = useState(false);
  const { data: email, isPending } = useLeadEmail(open ? order.leadId : null);
  const isReady = open && (order.leadId === null || !isPending);
  return (
    <>
      {!voidTime && (
        <Button
          size="small"
          icon={<MailOutlined />}
          loading={open && !isReady}
          aria-label={t("receipts.mailOne", { number })}
          onClick={() => setOpen(true)}
        >
          {t("receipts.mail")}
        </Button>
      )}
      {isReady && (
        <DrawerForm
          open
          title={t("receipts.mailTitle", { number })}
          schema={receipts.mail.request}
          initialValues={{ orderID: order.orderID, recordID, email: email ?? "" }}
          onSubmit={mailReceipt}
          onDone={() => {
            setOpen(false);
            done(t("receipts.mailed"));
          }}
          onClose={() => setOpen(false)}
          submitLabel={t("receipts.mail")}
          width={440}
        >
          {voidTime && <NoLongerOffered />}
          <FormField name="email" label={t("receipts.email")} required hint={t("receipts.mailHint")}>
            <Input type="email" maxLength={128} />
          </FormField>
        </DrawerForm>
      )}
    </>
  );
}

/** Voids a receipt, optionally with a replacement. */
export function VoidReceipt({ order, receipt: { recordID, kind, number, buyer, voidTime } }: ReceiptProps) {
  const { t } = useTranslation("orders");
  const can = useCan();
  const { done, failed } = useFeedback();
  const { voidReceipt } = useOrderWrites();
  const [open, setOpen] = useState(false);
  if (!can("sale:order:confirm")) return null;
  // They reduce the receipt: the server refuses to void it while they are valid.
  const first = order.receipts.filter((one) => kind === "receipt" && one.kind === "creditNote" && !one.voidTime);
  const handleClick = () => {
    if (first.length === 0) return setOpen(true);
    failed(t("receipts.voidFirst", { numbers: first.map((one) => one.number).join(", ") }));
  };
  return (
    <>
      {!voidTime && (
        <Button size="small" type="text" danger aria-label={t("receipts.voidOne", { number })} onClick={handleClick}>
          {t("receipts.void")}
        </Button>
      )}
      {open && (
        <DrawerForm
          open
          danger
          title={t("receipts.voidTitle", { number })}
          schema={receipts.void.request}
          initialValues={{ orderID: order.orderID, recordID, reason: "", replace: true, buyer }}
          onSubmit={voidReceipt}
          onDone={() => {
            setOpen(false);
            done(t("receipts.voided", { number }));
          }}
          onClose={() => setOpen(false)}
          submitLabel={t("receipts.void")}
          width={440}
        >
          {voidTime && <NoLongerOffered />}
          <FormField name="reason" label={t("receipts.voidReason")} required hint={t("receipts.voidHint")}>
            <Input.TextArea rows={2} maxLength={orderLimits.reason} />
          </FormField>
          <FormField name="replace" label={t("receipts.replace")} valueName="checked">
            <Switch />
          </FormField>
          <BuyerField />
        </DrawerForm>
      )}
    </>
  );
}

function BuyerField() {
  const { t } = useTranslation("orders");
  const isReplaced = Form.useWatch<boolean | undefined>("replace", Form.useFormInstance()) ?? false;
  return (
    <FormField name="buyer" label={t("receipts.buyer")} hidden={!isReplaced}>
      <Input maxLength={orderLimits.name} />
    </FormField>
  );
}
