import { decimalsOf } from "@homeroom/contract/currencies";
import type { CurrencyCode } from "@homeroom/contract/money";
import { InputNumber, type InputNumberProps } from "antd";

interface MoneyInputProps extends Omit<InputNumberProps<number>, "precision" | "suffix" | "style" | "max"> {
  currency: CurrencyCode | undefined;
}

/**
 * An amount, in no smaller steps than its currency is charged in: the server refuses half a Taiwan dollar. It has no largest
 * amount: the field would turn a slip of the finger into that amount as the button is pressed, where the form's schema
 * refuses it.
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
