import { Button, Checkbox, Input, Radio } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useDateView, useNow } from "#platform/date-view.ts";
import { dayKey } from "#platform/dates.ts";
import styles from "./filter-bar.module.css";
import { type FilterDefinition, lastDays } from "./filters.ts";

interface FilterEditorProps {
  filter: FilterDefinition;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
  onDone: () => void;
}

const optionsWithoutSearch = 8;

/** What opens under a chip. */
export function FilterEditor(props: FilterEditorProps) {
  return props.filter.kind === "dates" ? <DatesEditor {...props} /> : <OptionsEditor {...props} />;
}

function OptionsEditor({ filter, values, onChange, onDone }: FilterEditorProps) {
  const { t } = useTranslation("ui");
  const [words, setWords] = useState("");
  const options = filter.options ?? [];
  const found = options.filter(({ label }) => label.toLowerCase().includes(words.trim().toLowerCase()));
  const toggle = (value: string, on: boolean) =>
    onChange(on ? [...values, value] : values.filter((other) => other !== value));

  return (
    <div className={styles.editor}>
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
      <div className={styles.options} role="group" aria-label={filter.label}>
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
        {found.length === 0 && <span className={styles.quiet}>{t("filters.noOptions")}</span>}
      </div>
    </div>
  );
}

const windows = [1, 7, 30, 90] as const;

function DatesEditor({ filter, values, onChange, onDone }: FilterEditorProps) {
  const { t } = useTranslation("ui");
  const { zone } = useDateView();
  const today = dayKey(useNow(), zone);
  const [from = "", to = ""] = values;

  return (
    <div className={styles.editor}>
      <div className={styles.windows}>
        {windows.map((days) => (
          <Button
            key={days}
            size="small"
            onClick={() => {
              onChange(lastDays(days, today));
              onDone();
            }}
          >
            {days === 1 ? t("dates.today") : t("dates.lastDays", { count: days })}
          </Button>
        ))}
      </div>
      <div className={styles.days} role="group" aria-label={filter.label}>
        <Input
          type="date"
          value={from}
          max={to || undefined}
          aria-label={t("dates.from")}
          onChange={({ target }) => onChange([target.value, to])}
        />
        <span aria-hidden>–</span>
        <Input
          type="date"
          value={to}
          min={from || undefined}
          aria-label={t("dates.to")}
          onChange={({ target }) => onChange([from, target.value])}
        />
      </div>
    </div>
  );
}
