import { DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { moneyText } from "@homeroom/contract/currencies";
import type { ResponseOf } from "@homeroom/contract/endpoint";
import { RecordId } from "@homeroom/contract/ids";
import type { CurrencyCode } from "@homeroom/contract/money";
import { orderLimits, type orders } from "@homeroom/contract/orders";
import { Button, Form, Input, InputNumber, Select } from "antd";
import { useTranslation } from "react-i18next";
import { useClearing } from "#ui/choice/use-clearing.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { FormRow } from "#ui/drawer-form/form-row.tsx";
import { SmallIconButton } from "#ui/icon/small-icon-button.tsx";
import { laid } from "#ui/laid.ts";
import { MoneyInput } from "../money-input.tsx";
import styles from "../orders.module.css";

type Products = ResponseOf<typeof orders.productChoices>["list"];

interface OrderItemsProps {
  products: Products;
  /** Whether the person may not set prices. */
  onlyProducts: boolean;
}

/** The lines of an order: products of the catalogue at their price, or something else with a name and a price. */
export function OrderItems({ products, onlyProducts }: OrderItemsProps) {
  const { t } = useTranslation("orders");
  return (
    <Form.List name="items">
      {(fields, { add, remove }) => (
        <>
          {fields.map(({ key, name }) => (
            <div key={key} className={laid("below12 outlined round8 relative", styles.item)}>
              {fields.length > 1 && (
                <SmallIconButton
                  className={laid("absolute onTop", styles.remove)}
                  icon={<DeleteOutlined />}
                  label={t("items.remove", { number: name + 1 })}
                  onClick={() => remove(name)}
                />
              )}
              <OneItem index={name} products={products} onlyProducts={onlyProducts} />
            </div>
          ))}
          <p style={{ marginBottom: 16 }}>
            <Button
              icon={<PlusOutlined />}
              disabled={fields.length >= orderLimits.items}
              onClick={() => add({ quantity: 1, name: "", officialPrice: 0 })}
            >
              {t("items.add")}
            </Button>
          </p>
        </>
      )}
    </Form.List>
  );
}

function OneItem({ index, products, onlyProducts }: OrderItemsProps & { index: number }) {
  const clearing = useClearing();
  const { t } = useTranslation("orders");
  const form = Form.useFormInstance();
  const currency = Form.useWatch<CurrencyCode | undefined>("currency", form);
  const productID = Form.useWatch<string | undefined>(["items", index, "productID"], form);
  const of = (field: string) => `items.${index}.${field}`;
  const chosen = products.find((product) => product.productID === productID);
  // The chosen product stays an option in another currency: otherwise the field would show its id.
  const options = products
    .filter((product) => product.currency === currency || product === chosen)
    .map((one) => ({ value: one.productID, label: `${one.name} · ${moneyText(one.price, one.currency)}` }));
  if (productID && !chosen) options.push({ value: RecordId.parse(productID), label: t("items.gone") });
  const hint = hintOf();
  return (
    <>
      <FormRow>
        <FormField
          within="items"
          name={of("productID")}
          label={t("fields.product")}
          required={onlyProducts}
          {...(hint && { hint })}
        >
          <Select
            allowClear={clearing}
            options={options}
            placeholder={t(onlyProducts ? "items.choose" : "items.other")}
            showSearch={{ optionFilterProp: "label" }}
          />
        </FormField>
        <FormField within="items" name={of("quantity")} label={t("fields.quantity")} required>
          {/* Without limits of its own, like an amount field: the form's schema has them. */}
          <InputNumber precision={0} style={{ width: "100%" }} />
        </FormField>
      </FormRow>
      {!productID && !onlyProducts && (
        <FormRow>
          <FormField within="items" name={of("name")} label={t("fields.name")} required>
            <Input maxLength={orderLimits.name} />
          </FormField>
          <FormField within="items" name={of("officialPrice")} label={t("fields.officialPrice")} required>
            <MoneyInput currency={currency} />
          </FormField>
        </FormRow>
      )}
    </>
  );

  function hintOf(): string | false {
    if (productID && !chosen) return t("items.goneHint");
    if (chosen && chosen.currency !== currency) return t("items.otherCurrency", { currency: chosen.currency });
    return onlyProducts && t("items.onlyProducts");
  }
}
