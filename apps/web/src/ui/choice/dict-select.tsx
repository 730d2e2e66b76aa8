import { Select } from "antd";
import { useDict } from "#platform/dict.ts";
import type { ControlledProps } from "./choice-select.tsx";

interface DictSelectProps extends ControlledProps<number | string | null> {
  /** The dictionary's code: "gender". */
  code: string;
  /** The type of the form's values; the values of a dictionary are strings. */
  type?: "number" | "text";
  allowClear?: boolean;
  disabled?: boolean;
}

/** One entry of a dictionary, which is fetched when the field is first shown. */
export function DictSelect({ code, type = "text", value, onChange, ...rest }: DictSelectProps) {
  const choices = useDict(code);
  const options = choices?.map((one) => ({ ...one, value: type === "number" ? Number(one.value) : one.value }));
  const held = value === null || value === undefined || value === "" ? null : value;
  return (
    <Select
      {...rest}
      loading={!choices}
      options={options ?? []}
      // Until the names are loaded, the field stays empty instead of showing a bare value.
      value={choices && held !== null ? (type === "number" ? Number(held) : String(held)) : null}
      onChange={(next: number | string | null | undefined) => onChange?.(next ?? null)}
    />
  );
}
