import type { CurrencyCode } from "@homeroom/contract/money";
import { discountKinds } from "@homeroom/contract/order-words";
import { orderLimits } from "@homeroom/contract/orders";
import { AutoComplete, Form, InputNumber, Radio } from "antd";
import { useTranslation } from "react-i18next";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { FormRow } from "#ui/drawer-form/form-row.tsx";
import { useProductChoices } from "../../api/queries.ts";
import { MoneyInput } from "../money-input.tsx";

const reasons = ["sibling", "returning", "earlyBird", "staffFamily"] as const;

interface DiscountFieldsProps {
  /** The order's currency, if the form has no field for it. */
  currency?: CurrencyCode;
}

/** A discount: its kind, amount and reason, and the limit of the person. */
export function DiscountFields({ currency }: DiscountFieldsProps) {
  const { t } = useTranslation("orders");
  const form = Form.useFormInstance();
  const kind = Form.useWatch<string | undefined>(["discount", "kind"], form) ?? "none";
  const chosen = Form.useWatch<CurrencyCode | undefined>("currency", form);
  const limit = useProductChoices().data?.discountLimit ?? null;
  const limitHint = limit !== null && t("discount.limit", { percent: limit });
  return (
    <>
      <FormField name="discount.kind" label={t("fields.discount")}>
        <Radio.Group
          options={discountKinds.map((value) => ({ value, label: t(`discountKind.${value}`) }))}
          // A number must not carry over between percentages and amounts.
          onChange={() => form.setFieldValue(["discount", "value"], 0)}
        />
      </FormField>
      {kind !== "none" && (
        <FormRow>
          <FormField
            name="discount.value"
            label={t(`discountKind.${kind}`)}
            required
            {...(limitHint && { hint: limitHint })}
          >
            {kind === "percent" ? (
              <InputNumber min={0} suffix="%" style={{ width: "100%" }} />
            ) : (
              <MoneyInput currency={currency ?? chosen} />
            )}
          </FormField>
          <FormField name="discount.reason" label={t("fields.discountReason")} required>
            <AutoComplete
              options={reasons.map((reason) => ({ value: t(`discountReason.${reason}`) }))}
              maxLength={orderLimits.reason}
            />
          </FormField>
        </FormRow>
      )}
    </>
  );
}
