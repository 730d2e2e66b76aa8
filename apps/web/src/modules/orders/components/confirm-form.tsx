import { moneyText } from "@homeroom/contract/currencies";
import { takenMethods } from "@homeroom/contract/order-words";
import { type OrderDetail, orders } from "@homeroom/contract/orders";
import { Input, Select } from "antd";
import { useTranslation } from "react-i18next";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useOrderWrites } from "../api/writes.ts";
import { dueNext } from "../rules/instalments.ts";
import { NoLongerOffered } from "./no-longer-offered.tsx";

interface ConfirmFormProps {
  order: OrderDetail;
  confirmStatus: "confirmed" | "rejected";
  onClose: () => void;
}

/** Confirms that the open amount of an order was paid, or rejects the transfer proof. */
export function ConfirmForm({ order, confirmStatus, onClose }: ConfirmFormProps) {
  const { t } = useTranslation("orders");
  const { done } = useFeedback();
  const { confirm } = useOrderWrites();
  const { orderID, currency } = order;
  const isConfirm = confirmStatus === "confirmed";
  const { part: next, amount: due } = dueNext(order);
  const amount = moneyText(due, currency);
  const confirmHint = next
    ? t("instalments.confirmHint", { number: next.position, amount })
    : t("confirm.hint", { amount });
  return (
    <DrawerForm
      open
      title={t(isConfirm ? "confirm.title" : "confirm.rejectTitle", { orderID })}
      schema={orders.confirm.request}
      initialValues={{
        orderID,
        confirmStatus,
        note: "",
        // If the amount due has changed meanwhile, nothing is booked.
        ...(isConfirm && { payMethod: order.payMethod, amount: due }),
        ...(next && { instalment: next.position }),
      }}
      onSubmit={confirm}
      onDone={() => {
        onClose();
        done(t(isConfirm ? "confirm.done" : "confirm.rejectDone"));
      }}
      onClose={onClose}
      submitLabel={t(isConfirm ? "confirm.verb" : "confirm.reject")}
      danger={!isConfirm}
      width={440}
    >
      {order.status !== "pending" && <NoLongerOffered />}
      {isConfirm && (
        <FormField name="payMethod" label={t("fields.payMethod")} hint={confirmHint}>
          <Select options={takenMethods.map((value) => ({ value, label: t(`method.${value}`) }))} />
        </FormField>
      )}
      <FormField
        name="note"
        label={t("confirm.note")}
        {...(!isConfirm && { hint: t("confirm.rejectHint", { amount }) })}
      >
        <Input.TextArea rows={3} maxLength={255} />
      </FormField>
    </DrawerForm>
  );
}
