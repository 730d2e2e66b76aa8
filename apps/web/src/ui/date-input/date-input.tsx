import { Input, type InputProps } from "antd";
import { type Ref, useState } from "react";
import { incompleteDate, writtenDate } from "./incomplete-date.ts";

interface DateInputProps extends Omit<InputProps, "type" | "value" | "onChange" | "ref"> {
  type?: "date" | "datetime-local";
  value?: string;
  /** The date, "" when cleared, or `incompleteDate`. A parent that ignores `incompleteDate` keeps the last full date. */
  onChange?: (date: string) => void;
  ref?: Ref<{ focus: () => void }>;
}

/** A date field that distinguishes a date that is partly written from one that was cleared. */
export function DateInput({ type = "date", value = "", onChange, onBlur, onKeyUp, ref, ...input }: DateInputProps) {
  const [isIncomplete, setIncomplete] = useState(false);
  const isShownIncomplete = isIncomplete || value === incompleteDate;
  const report = (target: EventTarget | null) => {
    const date = writtenDate(target as HTMLInputElement);
    if (date === (isShownIncomplete ? incompleteDate : value)) return;
    setIncomplete(date === incompleteDate);
    onChange?.(date);
  };
  return (
    <Input
      // Years of five and six digits swallow the month that is typed after the year.
      max={type === "date" ? "9999-12-31" : "9999-12-31T23:59"}
      autoComplete="off"
      {...input}
      {...(ref && { ref: ref as never })}
      {...(isShownIncomplete && { status: "error", "aria-invalid": true })}
      type={type}
      // Any other value would replace what has been typed so far.
      value={isShownIncomplete ? "" : value}
      // Ant Design's own target is a clone, which does not know whether it is partly written.
      onChange={({ nativeEvent }) => report(nativeEvent.target)}
      // Browsers send no event when a partly written date becomes empty, or an empty one partly written.
      onKeyUp={(event) => {
        report(event.currentTarget);
        onKeyUp?.(event);
      }}
      onBlur={(event) => {
        if (isIncomplete && value !== incompleteDate) {
          // The parent kept the last full date: show it again. An empty value alone does not clear a partial date.
          event.target.value = "";
          setIncomplete(false);
        }
        onBlur?.(event);
      }}
    />
  );
}
