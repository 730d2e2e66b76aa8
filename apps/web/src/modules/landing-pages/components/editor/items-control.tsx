import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import type { SectionField } from "@homeroom/contract/page-design/sections";
import { Button } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { moveTo } from "../../rules/document.ts";
import { IconButton } from "./icon-button.tsx";

type Item = Readonly<Record<string, unknown>>;

interface ItemsControlProps {
  field: SectionField;
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
  /** Shows one field of an item; its path leads to it from the section. */
  renderField: (inner: { field: SectionField; value: unknown; path: string }) => ReactNode;
}

/** A list within a section: teachers, rows of a timetable, questions. */
export function ItemsControl({ field, label, value, onChange, renderField }: ItemsControlProps) {
  const { t } = useTranslation("landingPages");
  const items = value as Item[];
  return (
    <div className={layout.closeGrid}>
      <span className={layout.hint}>{label}</span>
      <ol className={laid("gridBox gap8")} style={{ margin: 0, padding: 0, listStyle: "none" }}>
        {items.map((item, index) => (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- an item has no id: its index identifies it
            key={index}
            className={laid("gridBox gap8 pad8 outlined round8")}
          >
            <div className={layout.apart}>
              <b>{t("editor.item", { number: index + 1 })}</b>
              <span>
                <IconButton
                  type="text"
                  size="small"
                  icon={<ArrowUpOutlined />}
                  disabled={index === 0}
                  name={t("editor.itemUp", { number: index + 1 })}
                  onClick={() => onChange(moveTo(items, index, index - 1))}
                />
                <IconButton
                  type="text"
                  size="small"
                  icon={<ArrowDownOutlined />}
                  disabled={index === items.length - 1}
                  name={t("editor.itemDown", { number: index + 1 })}
                  onClick={() => onChange(moveTo(items, index, index + 1))}
                />
                <IconButton
                  type="text"
                  size="small"
                  danger
                  icon={<DeleteOutlined />}
                  name={t("editor.itemRemove", { number: index + 1 })}
                  onClick={() => onChange(items.toSpliced(index, 1))}
                />
              </span>
            </div>
            {field.itemFields.map((inner) =>
              renderField({ field: inner, value: item[inner.key], path: `${field.key}.${index}.${inner.key}` }),
            )}
          </li>
        ))}
      </ol>
      <Button
        icon={<PlusOutlined />}
        disabled={items.length >= field.max}
        onClick={() => onChange([...items, emptyItem(field.itemFields)])}
      >
        {t("editor.addItem")}
      </Button>
    </div>
  );
}

function emptyItem(fields: readonly SectionField[]): Item {
  return Object.fromEntries(fields.map(({ key, control }) => [key, control === "picture" ? null : ""]));
}
