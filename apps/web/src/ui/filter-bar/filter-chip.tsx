import { CloseOutlined, DownOutlined } from "@ant-design/icons";
import { Popover } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./filter-bar.module.css";
import { FilterEditor } from "./filter-editor.tsx";
import { type FilterDefinition, valueText } from "./filters.ts";

interface FilterChipProps {
  filter: FilterDefinition;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
  /** Opened at once, for a filter that has just been added. */
  openAtFirst?: boolean;
  onClosed?: () => void;
}

/** One filter: its name and values; a press edits it, the cross removes it. */
export function FilterChip({ filter, values, onChange, openAtFirst = false, onClosed }: FilterChipProps) {
  const { t } = useTranslation("ui");
  const [open, setOpen] = useState(openAtFirst);
  const text = valueText(filter, values);
  const handleOpen = (next: boolean) => {
    setOpen(next);
    if (!next) onClosed?.();
  };

  return (
    <span className={styles.chip} data-active={text !== "" || undefined}>
      <Popover
        trigger="click"
        placement="bottomLeft"
        open={open}
        onOpenChange={handleOpen}
        content={<FilterEditor filter={filter} values={values} onChange={onChange} onDone={() => handleOpen(false)} />}
      >
        <button type="button" className={styles.chipText} aria-expanded={open}>
          {text === "" ? (
            filter.label
          ) : (
            <>
              {filter.label}
              <b>{text}</b>
            </>
          )}
          {text === "" && <DownOutlined className={styles.chipArrow} aria-hidden />}
        </button>
      </Popover>
      {text !== "" && (
        <button
          type="button"
          className={styles.chipRemove}
          aria-label={t("filters.remove", { name: filter.label })}
          onClick={() => onChange([])}
        >
          <CloseOutlined aria-hidden />
        </button>
      )}
    </span>
  );
}
