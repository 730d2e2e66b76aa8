import { discountKinds } from "@homeroom/contract/order-words";
import { orderLimits } from "@homeroom/contract/orders";
import { AutoComplete, Form, InputNumber, Radio } from "antd";
import { useTranslation } from "react-i18next";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { FormRow } from "#ui/drawer-form/form-row.tsx";
import { useProductChoices } from "../../api/queries.ts";

const reasons = ["sibling", "returning", "earlyBird", "staffFamily"] as const;

/** A discount: its kind, how much, why, and what the reader may give. */
export function DiscountFields() {
  const { t } = useTranslation("orders");
  const form = Form.useFormInstance();
  const kind = Form.useWatch<string | undefined>(["discount", "kind"], form) ?? "none";
  const limit = useProductChoices().data?.discountLimit ?? null;
  const limitHint = limit !== null && t("discount.limit", { percent: limit });
  return (
    <>
      <FormField name="discount.kind" label={t("fields.discount")}>
        <Radio.Group options={discountKinds.map((value) => ({ value, label: t(`discountKind.${value}`) }))} />
      </FormField>
      {kind !== "none" && (
        <FormRow>
          <FormField
            name="discount.value"
            label={t(`discountKind.${kind}`)}
            required
            {...(limitHint && { hint: limitHint })}
          >
            <InputNumber min={0} suffix={kind === "percent" ? "%" : undefined} style={{ width: "100%" }} />
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
