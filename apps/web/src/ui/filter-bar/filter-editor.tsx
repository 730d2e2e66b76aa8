import { Button, Checkbox, Input, Radio } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useDateView, useNow } from "#platform/date-view.ts";
import { dayKey } from "#platform/dates.ts";
import { DateField } from "#ui/date-field/date-field.tsx";
import { incompleteDate } from "#ui/date-field/incomplete-date.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { dayOf, dayWindows, lastDays } from "./day-values.ts";
import styles from "./filter-bar.module.css";
import type { FilterDefinition } from "./filters.ts";

interface FilterEditorProps {
  filter: FilterDefinition;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
  onDone: () => void;
}

const optionsWithoutSearch = 8;

/** The editor that opens below a chip. */
export function FilterEditor(props: FilterEditorProps) {
  if (props.filter.kind === "dates") return <DatesEditor {...props} />;
  if (props.filter.kind === "text" || props.filter.kind === "number") return <WordEditor {...props} />;
  return <OptionsEditor {...props} />;
}

const maxDays = 3650;

function WordEditor({ filter, values, onChange, onDone }: FilterEditorProps) {
  const { t } = useTranslation("ui");
  const [word, setWord] = useState(values[0] ?? "");
  const isNumber = filter.kind === "number";
  return (
    <form
      className={laid("middle gap6")}
      onSubmit={(event) => {
        event.preventDefault();
        onChange(word.trim() ? [word.trim()] : []);
        onDone();
      }}
    >
      <Input
        autoFocus
        value={word}
        type={isNumber ? "number" : "text"}
        {...(isNumber ? { min: 0, max: maxDays, step: 1 } : { maxLength: 100 })}
        aria-label={filter.label}
        onChange={({ target }) => setWord(target.value)}
      />
      <Button htmlType="submit">{t("filters.apply")}</Button>
    </form>
  );
}

function OptionsEditor({ filter, values, onChange, onDone }: FilterEditorProps) {
  const { t } = useTranslation("ui");
  const [words, setWords] = useState("");
  const options = filter.options ?? [];
  const found = options.filter(({ label }) => label.toLowerCase().includes(words.trim().toLowerCase()));
  const toggle = (value: string, on: boolean) =>
    onChange(on ? [...values, value] : values.filter((other) => other !== value));

  return (
    <div className={laid("closeStack", styles.editor)}>
      {options.length > optionsWithoutSearch && (
        <Input
          size="small"
          allowClear
          value={words}
          placeholder={t("search")}
          aria-label={t("search")}
          onChange={({ target }) => setWords(target.value)}
        />
      )}
      <div className={laid("column gap6 scrollY", styles.options)} role="group" aria-label={filter.label}>
        {found.map((option) =>
          filter.kind === "many" ? (
            <Checkbox
              key={option.value}
              checked={values.includes(option.value)}
              onChange={({ target }) => toggle(option.value, target.checked)}
            >
              {option.label}
            </Checkbox>
          ) : (
            <Radio
              key={option.value}
              checked={values[0] === option.value}
              onChange={() => {
                onChange([option.value]);
                onDone();
              }}
            >
              {option.label}
            </Radio>
          ),
        )}
        {found.length === 0 && <span className={layout.quiet}>{t("filters.noOptions")}</span>}
      </div>
    </div>
  );
}

const plainWindows = [1, 7, 30, 90] as const;

function DatesEditor({ filter, values, onChange, onDone }: FilterEditorProps) {
  const { t } = useTranslation("ui");
  const { zone } = useDateView();
  const today = dayKey(useNow(), zone);
  const [from = "", to = ""] = values.map((value) => dayOf(value, today) ?? "");
  const windows = filter.windows
    ? dayWindows[filter.windows].map((window) => ({
        ...window,
        text: t(`dates.${window.key}`, { count: window.count }),
      }))
    : plainWindows.map((count) => ({
        text: count === 1 ? t("dates.today") : t("dates.lastDays", { count }),
        values: lastDays(count, today),
      }));

  return (
    <div className={laid("closeStack", styles.editor)}>
      <div className={laid("flexBox wrap gap6")}>
        {windows.map((window) => (
          <Button
            key={window.text}
            size="small"
            onClick={() => {
              onChange(window.values);
              onDone();
            }}
          >
            {window.text}
          </Button>
        ))}
      </div>
      <div className={laid("middle gap6")} role="group" aria-label={filter.label}>
        <DateField
          value={from}
          {...(to && { max: to })}
          aria-label={t("dates.from")}
          onChange={(day) => day !== incompleteDate && onChange([day, to])}
        />
        <span aria-hidden>–</span>
        <DateField
          value={to}
          {...(from && { min: from })}
          aria-label={t("dates.to")}
          onChange={(day) => day !== incompleteDate && onChange([from, day])}
        />
      </div>
    </div>
  );
}
