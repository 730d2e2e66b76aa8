import { type ReadTable, tableDelimiters, tableEncodings } from "@homeroom/contract/imports";
import { InputNumber, Select } from "antd";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import type { Dialect } from "../rules.ts";
import styles from "./import-wizard.module.css";

const delimiterKeys = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar" } as const;

interface DialectPickerProps {
  table: ReadTable;
  onChange: (dialect: Dialect) => void;
  busy: boolean;
}

/** How a file was read: its encoding, its delimiter and its heading row; a change updates the rows at once. */
export function DialectPicker({ table, onChange, busy }: DialectPickerProps) {
  const { t } = useTranslation("imports");
  const [encodingId, delimiterId, headingId] = [useId(), useId(), useId()];
  return (
    <div className={layout.rowWrap}>
      {table.encoding && (
        <>
          <span className={layout.row}>
            <label htmlFor={encodingId}>{t("mapping.encoding")}</label>
            <Select
              id={encodingId}
              value={table.encoding}
              loading={busy}
              onChange={(encoding) => encoding && onChange({ encoding })}
              options={tableEncodings.map((value) => ({ value, label: t(`encodings.${value}`) }))}
              popupMatchSelectWidth={false}
            />
          </span>
          <span className={layout.row}>
            <label htmlFor={delimiterId}>{t("mapping.delimiter")}</label>
            <Select
              id={delimiterId}
              value={table.delimiter}
              onChange={(delimiter) => delimiter && onChange({ delimiter })}
              options={tableDelimiters.map((value) => ({ value, label: t(`delimiters.${delimiterKeys[value]}`) }))}
              popupMatchSelectWidth={false}
            />
          </span>
        </>
      )}
      <span className={layout.row}>
        <label htmlFor={headingId}>{t("mapping.headingRow")}</label>
        <InputNumber
          id={headingId}
          className={styles.headingRow}
          min={1}
          max={1000}
          precision={0}
          defaultValue={table.headingRow}
          changeOnBlur
          onChange={(headingRow) => headingRow && headingRow !== table.headingRow && onChange({ headingRow })}
        />
      </span>
      {table.encoding && <span className={laid("hint noMargin")}>{t("mapping.garbled")}</span>}
    </div>
  );
}
