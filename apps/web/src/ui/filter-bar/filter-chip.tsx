import { CloseOutlined, DownOutlined } from "@ant-design/icons";
import { Popover } from "antd";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useDateView, useNow } from "#platform/date-view.ts";
import { dayKey } from "#platform/dates.ts";
import { laid } from "#ui/laid.ts";
import { dayOf, windowOf } from "./day-values.ts";
import styles from "./filter-bar.module.css";
import { type FilterDefinition, valueText } from "./filters.ts";

const FilterEditor = lazy(() => import("./filter-editor.tsx").then(({ FilterEditor }) => ({ default: FilterEditor })));

interface FilterChipProps {
  filter: FilterDefinition;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
  /** Opens at once, for a filter that has just been added. */
  openAtFirst?: boolean;
  onClosed?: () => void;
}

/** One filter with its name and values; pressing it edits it, the close button removes it. */
export function FilterChip({ filter, values, onChange, openAtFirst = false, onClosed }: FilterChipProps) {
  const { t } = useTranslation("ui");
  const [open, setOpen] = useState(openAtFirst);
  const text = useChipText(filter, values);
  const handleOpen = (next: boolean) => {
    setOpen(next);
    if (!next) onClosed?.();
  };

  return (
    <span
      className={laid("inlineMiddle pill surface maxWidth320 dashed", styles.chip)}
      data-active={text !== "" || undefined}
    >
      <Popover
        trigger="click"
        placement="bottomLeft"
        open={open}
        onOpenChange={handleOpen}
        content={
          <Suspense>
            <FilterEditor filter={filter} values={values} onChange={onChange} onDone={() => handleOpen(false)} />
          </Suspense>
        }
      >
        <button
          type="button"
          className={laid("inlineMiddle bare cut narrowable gap6 pad0x12 pill")}
          aria-expanded={open}
        >
          {text === "" ? (
            filter.label
          ) : (
            <>
              {filter.label}
              <b className={laid("strong ellipsis clip")}>{text}</b>
            </>
          )}
          {text === "" && <DownOutlined className={laid("quiet text10")} aria-hidden />}
        </button>
      </Popover>
      {text !== "" && (
        <button
          type="button"
          className={laid(
            "centre bare quiet fixed noPadding circle wakeable width24 height24 text10",
            styles.chipRemove,
          )}
          aria-label={t("filters.remove", { name: filter.label })}
          onClick={() => onChange([])}
        >
          <CloseOutlined aria-hidden />
        </button>
      )}
    </span>
  );
}

function useChipText(filter: FilterDefinition, values: readonly string[]): string {
  const { t } = useTranslation("ui");
  const { zone } = useDateView();
  const today = dayKey(useNow(), zone);
  if (!filter.windows) return valueText(filter, values);
  const window = windowOf(values, filter.windows);
  if (window) return t(`dates.${window.key}`, { count: window.count });
  const [from, to] = values.map((value) => dayOf(value, today) ?? "");
  if (from && !to) return t("dates.since", { day: from });
  if (to && !from) return t("dates.until", { day: to });
  return valueText(filter, from === to ? [from ?? ""] : [from ?? "", to ?? ""]);
}
