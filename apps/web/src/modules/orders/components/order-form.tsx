import { type LeadId, RecordId } from "@homeroom/contract/ids";
import { CurrencyCode } from "@homeroom/contract/money";
import { discountKinds, OrderForm, payMethods } from "@homeroom/contract/orders";
import { Form, Input, InputNumber, Radio, Select } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { v7 } from "uuid";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { FormRow } from "#ui/drawer-form/form-row.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useProductChoices } from "../api/queries.ts";
import { useOrderWrites } from "../api/writes.ts";
import { LeadSelect } from "./lead-select.tsx";
import { OrderItems } from "./order-items.tsx";
import { OrderPriceLine } from "./order-price-line.tsx";

interface OrderEditorProps {
  /** The lead that the order is for, where it is known. */
  leadId: LeadId | null;
  onDone: (orderID: string) => void;
  onClose: () => void;
}

/** The form of a new order: the lead, the items, their prices, and the way of payment. */
export function OrderEditor({ leadId, onDone, onClose }: OrderEditorProps) {
  const { t } = useTranslation("orders");
  const { done } = useFeedback();
  const { add } = useOrderWrites();
  const choices = useProductChoices();
  const currency = choices?.currency;
  // Proposed by the form: sent again after a lost answer, it makes no second order.
  const initialValues = useMemo(
    () => ({
      recordID: RecordId.parse(v7()),
      leadId: leadId ?? undefined,
      items: [{ quantity: 1, name: "", officialPrice: 0 }],
      discount: { kind: "none", value: 0, reason: "" },
      taxRate: 0,
      taxIncluded: true,
      currency,
      payMethod: "bankTransfer",
      note: "",
    }),
    [leadId, currency],
  );
  if (!currency) return null;
  return (
    <DrawerForm
      open
      title={t("add")}
      schema={OrderForm}
      initialValues={initialValues}
      onSubmit={add}
      onDone={(orderID) => {
        done(t("added", { orderID }));
        onDone(orderID);
      }}
      onClose={onClose}
      submitLabel={t("addVerb")}
      width={640}
    >
      <FormField name="leadId" label={t("fields.lead")} required>
        <LeadSelect />
      </FormField>
      <OrderItems products={choices.list} />
      <DiscountFields />
      <FormRow>
        <FormField name="currency" label={t("fields.currency")}>
          <Select options={CurrencyCode.options.map((value) => ({ value, label: value }))} />
        </FormField>
        <FormField name="taxRate" label={t("fields.taxRate")}>
          <InputNumber min={0} max={30} precision={2} suffix="%" style={{ width: "100%" }} />
        </FormField>
      </FormRow>
      <TaxField />
      <FormField name="payMethod" label={t("fields.payMethod")} required hint={<PayHint />}>
        <Select options={payMethods.map((value) => ({ value, label: t(`method.${value}`) }))} />
      </FormField>
      <FormField name="note" label={t("fields.note")}>
        <Input.TextArea rows={2} maxLength={2000} />
      </FormField>
      <OrderPriceLine />
    </DrawerForm>
  );
}

function DiscountFields() {
  const { t } = useTranslation("orders");
  const form = Form.useFormInstance();
  const kind = Form.useWatch<string | undefined>(["discount", "kind"], form) ?? "none";
  return (
    <>
      <FormField name="discount.kind" label={t("fields.discount")}>
        <Radio.Group options={discountKinds.map((value) => ({ value, label: t(`discountKind.${value}`) }))} />
      </FormField>
      {kind !== "none" && (
        <FormRow>
          <FormField name="discount.value" label={t(`discountKind.${kind}`)} required>
            <InputNumber min={0} suffix={kind === "percent" ? "%" : undefined} style={{ width: "100%" }} />
          </FormField>
          <FormField name="discount.reason" label={t("fields.discountReason")} required>
            <Input maxLength={255} />
          </FormField>
        </FormRow>
      )}
    </>
  );
}

function TaxField() {
  const { t } = useTranslation("orders");
  const form = Form.useFormInstance();
  const rate = Form.useWatch<number | undefined>("taxRate", form) ?? 0;
  if (rate === 0) return null;
  const options = [true, false].map((value) => ({ value, label: t(value ? "taxHeld" : "taxOnTop") }));
  return (
    <FormField name="taxIncluded" label={t("fields.taxIncluded")}>
      <Radio.Group options={options} />
    </FormField>
  );
}

function PayHint() {
  const { t } = useTranslation("orders");
  const form = Form.useFormInstance();
  const method = Form.useWatch<string | undefined>("payMethod", form) ?? "other";
  return t(`methodHint.${method}`);
}
