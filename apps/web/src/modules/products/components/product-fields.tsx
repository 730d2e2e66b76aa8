import { currencies, decimalsOf, symbolBefore } from "@homeroom/contract/currencies";
import type { CurrencyCode } from "@homeroom/contract/money";
import { productKinds, productLimits, productStatuses } from "@homeroom/contract/products";
import { Form, Input, InputNumber, Radio, Select } from "antd";
import { useTranslation } from "react-i18next";
import { inStepsOf } from "#platform/money.ts";
import { DateField } from "#ui/date-field/date-field.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { FormRow, FormSection } from "#ui/drawer-form/form-row.tsx";
import type { ShownPicture } from "../rules/product-form.ts";
import { PictureField } from "./picture-field.tsx";
import { TypeSelect } from "./type-select.tsx";

interface ProductFieldsProps {
  pictures: readonly ShownPicture[];
  /** Whether this person may offer products for sale. */
  mayOffer: boolean;
}

/**
 * The fields of a product. Number fields have no limits of their own, since they would silently turn a typing mistake into
 * the limit: the form's schema refuses it and names the limit.
 */
export function ProductFields({ pictures, mayOffer }: ProductFieldsProps) {
  const { t } = useTranslation("products");
  const form = Form.useFormInstance<{ validDays: number }>();
  const options = (values: readonly string[], texts: string) =>
    values.map((value) => ({ value, label: t(`${texts}.${value}`) }));
  return (
    <>
      <FormField name="images" label={t("fields.images")} required hint={t("hints.images")}>
        <PictureField known={pictures} />
      </FormField>
      <FormField name="name" label={t("fields.name")} required>
        <Input maxLength={100} autoComplete="off" />
      </FormField>
      <FormField name="salesName" label={t("fields.salesName")} hint={t("hints.salesName")}>
        <Input maxLength={100} autoComplete="off" />
      </FormField>
      <FormField name="typeID" label={t("fields.type")} required>
        <TypeSelect />
      </FormField>
      <PriceFields />
      <FormSection title={t("sections.term")}>
        <FormField name="kind" label={t("fields.kind")}>
          <Radio.Group
            options={options(productKinds, "kind")}
            onChange={() => {
              // A fault in a field that is no longer shown could not be found.
              if (form.getFieldValue("validDays") > productLimits.validDays) form.setFieldValue("validDays", null);
            }}
          />
        </FormField>
        <TermField />
        <FormField name="lessons" label={t("fields.lessons")} hint={t("hints.lessons")}>
          <InputNumber precision={0} style={{ width: 160 }} />
        </FormField>
      </FormSection>
      <FormSection title={t("sections.detail")}>
        <FormField name="description" label={t("fields.description")}>
          <Input.TextArea maxLength={2000} autoSize={{ minRows: 3, maxRows: 10 }} />
        </FormField>
        <FormField name="productURL" label={t("fields.productURL")} hint={t("hints.productURL")}>
          <Input maxLength={2000} inputMode="url" autoComplete="off" />
        </FormField>
        <FormField name="retailerID" label={t("fields.retailerID")} hint={t("hints.retailerID")}>
          <Input maxLength={100} autoComplete="off" />
        </FormField>
        {mayOffer && (
          <FormField name="status" label={t("fields.status")}>
            <Radio.Group options={options(productStatuses, "status")} optionType="button" />
          </FormField>
        )}
      </FormSection>
    </>
  );
}

function PriceFields() {
  const { t } = useTranslation("products");
  const form = Form.useFormInstance();
  const currency = Form.useWatch<CurrencyCode | undefined>("currency", form) ?? "HKD";
  const handleCurrency = (next: CurrencyCode) => {
    const price: unknown = form.getFieldValue("price");
    // The field shows the price in steps of the new currency, so that is what is sent.
    if (typeof price === "number") form.setFieldValue("price", inStepsOf(next, price));
  };
  return (
    <FormRow>
      <FormField name="price" label={t("fields.price")} required>
        <InputNumber<number>
          min={0}
          precision={decimalsOf(currency)}
          prefix={symbolBefore(currency)}
          controls={false}
          inputMode="decimal"
          style={{ width: "100%" }}
        />
      </FormField>
      <FormField name="currency" label={t("fields.currency")}>
        <Select
          options={Object.keys(currencies).map((code) => ({ value: code, label: code }))}
          onChange={handleCurrency}
        />
      </FormField>
    </FormRow>
  );
}

function TermField() {
  const { t } = useTranslation("products");
  const form = Form.useFormInstance();
  const kind = Form.useWatch<string | undefined>("kind", form);
  if (kind === "validity")
    return (
      <FormField name="validDays" label={t("fields.validDays")} required hint={t("hints.validDays")}>
        <InputNumber precision={0} suffix={t("days")} style={{ width: 160 }} />
      </FormField>
    );
  if (kind !== "expiry") return null;
  return (
    <FormField name="expiryDate" label={t("fields.expiryDate")} required hint={t("hints.expiryDate")}>
      <DateField year="ahead" style={{ width: 200 }} />
    </FormField>
  );
}
