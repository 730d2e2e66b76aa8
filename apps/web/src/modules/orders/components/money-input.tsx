import { decimalsOf } from "@homeroom/contract/currencies";
import type { CurrencyCode } from "@homeroom/contract/money";
import { InputNumber, type InputNumberProps } from "antd";

interface MoneyInputProps extends Omit<InputNumberProps<number>, "precision" | "suffix" | "style" | "max"> {
  currency: CurrencyCode | undefined;
}

/**
 * An amount in the smallest step of its currency: the server refuses half a Taiwan dollar. It has no maximum: the field
 * would silently turn a typing mistake into the maximum, whereas the form's schema rejects it.
 */
export function MoneyInput({ currency, ...field }: MoneyInputProps) {
  return (
    <InputNumber<number>
      min={0}
      {...(currency && { precision: decimalsOf(currency), suffix: currency })}
      style={{ width: "100%" }}
      {...field}
    />
  );
}
