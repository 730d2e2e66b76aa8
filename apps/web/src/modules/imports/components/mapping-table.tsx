import type { ReadTable } from "@homeroom/contract/imports";
import { Select } from "antd";
import { useTranslation } from "react-i18next";
import { useClearing } from "#ui/choice/use-clearing.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import styles from "./import-wizard.module.css";

interface MappingTableProps {
  table: ReadTable;
  mapping: Readonly<Record<string, string>>;
  onMap: (column: string, field: string | undefined) => void;
}

/** Each column of the file with its first values, and the field that it fills. */
export function MappingTable({ table, mapping, onMap }: MappingTableProps) {
  const clearing = useClearing();
  const { t } = useTranslation("imports");
  const options = table.fields.map(({ field, label, required }) => ({
    value: field,
    label: required ? t("mapping.requiredField", { label }) : label,
  }));
  return (
    <table className={laid("wide collapsed quietHead ruledCells", styles.mapping)}>
      <thead>
        <tr>
          <th scope="col">{t("mapping.column")}</th>
          <th scope="col">{t("mapping.values")}</th>
          <th scope="col">{t("mapping.field")}</th>
        </tr>
      </thead>
      <tbody>
        {table.columns.map((column, at) => (
          <tr key={column} data-unused={mapping[column] ? undefined : true}>
            <th scope="row">{column}</th>
            <td className={laid("text12 leading18 ellipsis clip", styles.values)}>
              {table.preview
                .slice(0, 3)
                .map((row) => row[at])
                .join("\n")}
            </td>
            <td>
              <Select
                aria-label={t("mapping.fieldOf", { column })}
                className={layout.wide}
                value={mapping[column]}
                placeholder={t("mapping.leaveOut")}
                allowClear={clearing}
                showSearch={{ optionFilterProp: "label" }}
                options={options}
                onChange={(field: string | undefined) => onMap(column, field)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
