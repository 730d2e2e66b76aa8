import { Input } from "antd";
import type { TextAreaProps, TextAreaRef } from "antd/es/input/TextArea";
import type { Ref } from "react";

interface GrowingTextProps extends Omit<TextAreaProps, "autoSize" | "rows" | "value"> {
  ref?: Ref<TextAreaRef>;
  value: string;
  minRows: number;
  maxRows: number;
}

/**
 * A text area that grows with its text. While it is empty it has the height of its rows: measuring it would make the browser
 * lay out the whole page during rendering.
 */
export function GrowingText({ minRows, maxRows, value, style, ...others }: GrowingTextProps) {
  return (
    <Input.TextArea
      {...others}
      value={value}
      rows={minRows}
      autoSize={value === "" ? false : { minRows, maxRows }}
      style={{ resize: "none", ...style }}
    />
  );
}
