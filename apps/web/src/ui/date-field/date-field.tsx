import { CalendarOutlined } from "@ant-design/icons";
import { Input, type InputProps, type InputRef, Popover } from "antd";
import {
  type ComponentProps,
  type KeyboardEvent,
  lazy,
  type Ref,
  Suspense,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { useDateView, useNow } from "#platform/date-view.ts";
import { dayAfter, localOf } from "#platform/zoned-time.ts";
import { isComposing } from "#ui/keyboard/shortcut.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import styles from "./date-field.module.css";
import { type DateKind, editedText, readText, shownText } from "./date-text.ts";
import { incompleteDate } from "./incomplete-date.ts";
import type { YearGuess } from "./read-date.ts";

const DatePanel = lazy(() => import("./date-panel.tsx").then(({ DatePanel }) => ({ default: DatePanel })));

interface DateFieldProps extends Omit<InputProps, "type" | "value" | "onChange" | "ref" | "min" | "max"> {
  kind?: DateKind;
  value?: string | null;
  /** First and last value that can be picked. A typed value outside is marked; the form must reject it. */
  min?: string;
  max?: string;
  /** Which year a date typed without one gets. */
  year?: YearGuess;
  /** The date, "" when cleared, or `incompleteDate`. A parent that ignores `incompleteDate` keeps the last full date. */
  onChange?: (date: string) => void;
  /** A date was chosen in the panel, after `onChange`. */
  onPick?: (date: string) => void;
  ref?: Ref<{ focus: () => void }>;
}

/**
 * The product's date field, for typing or picking: it understands 12/1, 1201, 明天, tomorrow, +3 and 下週一. It distinguishes a
 * text that is not a date from a cleared field.
 */
export function DateField(props: DateFieldProps) {
  const { kind = "day", value: given, min, max, year = "near", onChange, onPick, ref, ...input } = props;
  const value = given ?? "";
  const { t } = useTranslation("ui");
  const view = useDateView();
  const now = localOf(useNow(), view.zone);
  const [draft, setDraft] = useState("");
  const [isWriting, setWriting] = useState(false);
  const [isOpen, setOpen] = useState(false);
  // The value at the moment the field was left with a text that is not a date: until the value changes, that text stays.
  const [refusedAt, setRefusedAt] = useState<string | null>(null);
  const field = useRef<InputRef>(null);
  useImperativeHandle(ref, () => ({ focus: () => field.current?.focus() }), []);
  useLayoutEffect(() => {
    if (isWriting) field.current?.select();
  }, [isWriting]);

  const isIncomplete = value === incompleteDate || refusedAt === value;
  const isOutside = !isIncomplete && value !== "" && ((min && value < min) || (max && value > max));
  const resting = isIncomplete ? draft : shownText(value, view.language);
  const write = (text: string) => {
    setDraft(text);
    setRefusedAt(null);
    setOpen(true);
    const read = readText(text, { kind, now, year });
    if (read !== value) onChange?.(read);
  };
  const reading = isWriting ? readText(draft, { kind, now, year }) : value;
  const put = (date: string) => {
    setDraft(editedText(date));
    setRefusedAt(null);
    if (date !== value) onChange?.(date);
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    input.onKeyDown?.(event);
    if (event.defaultPrevented || isComposing(event.nativeEvent)) return;
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (step && reading !== incompleteDate) {
      event.preventDefault();
      put(steppedBy(step, reading, kind, now));
    } else if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    } else if (event.key === "Enter") setOpen(false);
  };

  return (
    <Popover
      open={isOpen}
      trigger={[]}
      placement="bottomLeft"
      arrow={false}
      content={
        <LaterPanel
          {...{ kind, reading, now }}
          offers={year !== "none"}
          {...(min && { min })}
          {...(max && { max })}
          onPick={(date) => {
            put(date);
            if (kind === "day") setOpen(false);
            onPick?.(date);
          }}
        />
      }
    >
      <Input
        placeholder={t(
          year === "none" ? "dateField.fullHint" : kind === "day" ? "dateField.hint" : "dateField.momentHint",
        )}
        autoComplete="off"
        suffix={<CalendarOutlined aria-hidden className={layout.quiet} />}
        {...input}
        ref={field}
        {...(((isIncomplete && !isWriting) || isOutside) && { status: "error", "aria-invalid": true })}
        {...(isIncomplete && !isWriting && { title: t("form.incompleteDate") })}
        type="text"
        value={isWriting ? draft : resting}
        onChange={({ target }) => write(target.value)}
        onClick={(event) => {
          input.onClick?.(event);
          setOpen(true);
        }}
        onFocus={(event) => {
          input.onFocus?.(event);
          if (!isIncomplete) setDraft(editedText(value));
          setWriting(true);
          setOpen(true);
        }}
        onKeyDown={handleKey}
        onBlur={(event) => {
          setWriting(false);
          setOpen(false);
          setRefusedAt(reading === incompleteDate ? value : null);
          input.onBlur?.(event);
        }}
      />
    </Popover>
  );
}

function LaterPanel(props: ComponentProps<typeof DatePanel>) {
  return (
    <Suspense fallback={<div className={laid("gridBox contentStart gap8", styles.panel)} />}>
      <DatePanel {...props} />
    </Suspense>
  );
}

/** A day later or earlier; today if there is none yet. */
function steppedBy(step: number, value: string, kind: DateKind, now: string): string {
  const [day = "", time = "10:00"] = (value === "" ? now : value).split("T");
  const next = value === "" ? day : dayAfter(day, step);
  return kind === "day" ? next : `${next}T${time}`;
}
