import { moneyText } from "@homeroom/contract/currencies";
import { LeadId, RecordId } from "@homeroom/contract/ids";
import { CurrencyCode } from "@homeroom/contract/money";
import { payMethods } from "@homeroom/contract/order-words";
import { CatalogueOrderForm, OrderForm, OrderPriceForm } from "@homeroom/contract/orders";
import { Form, Input, InputNumber, Radio, Select } from "antd";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { v7 } from "uuid";
import { inStepsOf } from "#platform/money.ts";
import type { ControlledProps } from "#ui/choice/choice-select.tsx";
import { MonthSelect } from "#ui/date-field/month-select.tsx";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { FormRow } from "#ui/drawer-form/form-row.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import layout from "#ui/layout.module.css";
import { UnreadDrawer } from "#ui/states/unread-drawer.tsx";
import { useLeadChoices, useLeadName, useOrderPrice, useProductChoices } from "../../api/queries.ts";
import { useOrderWrites } from "../../api/writes.ts";
import { InvoiceFields } from "../receipts/invoice-fields.tsx";
import { DiscountFields } from "./discount-fields.tsx";
import { InstalmentField } from "./instalment-field.tsx";
import { OrderItems } from "./order-items.tsx";

const width = 640;

interface OrderEditorProps {
  /** The lead of the order, if known. */
  leadId: LeadId | null;
  onDone: (orderID: string) => void;
  onClose: () => void;
}

/** The form of a new order: the lead, the items, their prices, and the way of payment. */
export function OrderEditor({ leadId, onDone, onClose }: OrderEditorProps) {
  const { t } = useTranslation("orders");
  const { done } = useFeedback();
  const { add } = useOrderWrites();
  const query = useProductChoices();
  const choices = query.data;
  const currency = choices?.currency;
  const givesInvoices = choices?.givesInvoices === true;
  // Proposed by the form, so that sending again after a lost answer does not make a second order.
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
      instalments: [],
      ...(givesInvoices && { invoice: { kind: "member" } }),
      note: "",
    }),
    [leadId, currency, givesInvoices],
  );
  if (!currency) return <UnreadDrawer title={t("add")} query={query} onClose={onClose} width={width} />;
  // They could set any price for something else.
  const isLimited = choices.discountLimit !== null;
  return (
    <DrawerForm
      open
      title={t("add")}
      schema={isLimited ? CatalogueOrderForm : OrderForm}
      initialValues={initialValues}
      onSubmit={add}
      onDone={(orderID) => {
        done(t("added", { orderID }));
        onDone(orderID);
      }}
      onClose={onClose}
      submitLabel={t("addVerb")}
      width={width}
    >
      <FormField name="leadId" label={t("fields.lead")} required>
        <LeadSelect />
      </FormField>
      <OrderItems products={choices.list} onlyProducts={isLimited} />
      <DiscountFields />
      <FormRow>
        <CurrencyField />
        <FormField name="taxRate" label={t("fields.taxRate")}>
          <InputNumber precision={2} suffix="%" style={{ width: "100%" }} />
        </FormField>
      </FormRow>
      <TaxField />
      {choices.namesMonth && (
        <FormField name="coveredMonth" label={t("fields.coveredMonth")} hint={t("receiptKind.monthHint")}>
          <MonthSelect />
        </FormField>
      )}
      <InstalmentField />
      {choices.givesInvoices && <InvoiceOfTaiwan />}
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

/** A cleared field has null. */
interface Amounts {
  items: readonly { officialPrice: number | null }[];
  discount: { kind: string; value: number | null };
}

/** Another currency may have larger steps: its fields show rounded amounts, which are what is sent. */
function CurrencyField() {
  const { t } = useTranslation("orders");
  const form = Form.useFormInstance<Amounts>();
  const handleChange = (currency: CurrencyCode) => {
    const { items, discount } = form.getFieldsValue(true) as Amounts;
    const rounded = (amount: number | null) => amount && inStepsOf(currency, amount);
    form.setFieldsValue({
      items: items.map((item) => ({ ...item, officialPrice: rounded(item.officialPrice) })),
      ...(discount.kind === "amount" && { discount: { ...discount, value: rounded(discount.value) } }),
    });
  };
  return (
    <FormField name="currency" label={t("fields.currency")}>
      <Select options={CurrencyCode.options.map((value) => ({ value, label: value }))} onChange={handleChange} />
    </FormField>
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

/** E-invoices are only in Taiwan dollars. */
function InvoiceOfTaiwan() {
  const currency = Form.useWatch<string | undefined>("currency", Form.useFormInstance());
  return currency === "TWD" && <InvoiceFields />;
}

function PayHint() {
  const { t } = useTranslation("orders");
  const form = Form.useFormInstance();
  const method = Form.useWatch<string | undefined>("payMethod", form) ?? "other";
  return t(`methodHint.${method}`);
}

/** A lead, found by name or number. */
function LeadSelect({ id, value, onChange }: ControlledProps<string | undefined>) {
  const { t } = useTranslation("orders");
  const [words, setWords] = useState("");
  const found = useLeadChoices(words) ?? [];
  const chosen = LeadId.safeParse(value);
  const name = useLeadName(chosen.success ? chosen.data : null);
  const isAmong = found.some((lead) => lead.value === value);
  const options = chosen.success && name && !isAmong ? [{ value: chosen.data, label: name }, ...found] : found;
  return (
    <Select
      {...(id !== undefined && { id })}
      value={value}
      options={options}
      placeholder={t("findLead")}
      showSearch={{ filterOption: false, onSearch: setWords }}
      onChange={(next: string) => onChange?.(next)}
    />
  );
}

/** The total of the order, computed by the server while the form is filled in. */
function OrderPriceLine() {
  const { t } = useTranslation("orders");
  const form = Form.useFormInstance();
  const values = Form.useWatch((all: object) => all, form);
  const asked = OrderPriceForm.safeParse(values);
  const { data, error } = useOrderPrice(asked.success ? asked.data : null);
  if (!asked.success || error || !data) return <p className={layout.small}>{error ?? t("priceLater")}</p>;
  const { amount, discount, tax, total, currency } = data;
  const parts = [
    discount > 0 && `${t("fields.amount")} ${moneyText(amount, currency)}`,
    discount > 0 && `${t("fields.discount")} ${moneyText(-discount, currency)}`,
    tax > 0 && `${t("fields.tax")} ${moneyText(tax, currency)}`,
  ].filter((part) => part !== false);
  return (
    <p aria-live="polite">
      <span className={layout.small}>{parts.join(" · ")}</span>{" "}
      <span className={layout.title}>
        {t("fields.total")} {moneyText(total, currency)}
      </span>
    </p>
  );
}
