import { decimalsOf } from "@homeroom/contract/currencies";
import type { CurrencyCode } from "@homeroom/contract/money";
import { InputNumber, type InputNumberProps } from "antd";

interface MoneyInputProps extends Omit<InputNumberProps<number>, "precision" | "suffix" | "style"> {
  currency: CurrencyCode | undefined;
}

/** An amount, in no smaller steps than its currency is charged in: the server refuses half a Taiwan dollar. */
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
