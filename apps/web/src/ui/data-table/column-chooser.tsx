import { ArrowDownOutlined, ArrowUpOutlined, TableOutlined } from "@ant-design/icons";
import { Button, Checkbox, Popover } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Column, type ColumnChoice, firstChoice, movedOrder, orderedColumns, parseChoice } from "./column.ts";
import styles from "./column-chooser.module.css";

/** The column choice of a table, kept in this browser under the table's id. */
export function useColumnChoice<Row>(id: string, columns: readonly Column<Row>[]) {
  const key = `columns.${id}`;
  const [choice, setChoice] = useState(() => parseChoice(localStorage.getItem(key)) ?? firstChoice(columns));
  const choose = (next: ColumnChoice) => {
    setChoice(next);
    localStorage.setItem(key, JSON.stringify(next));
  };
  return [choice, choose] as const;
}

interface ColumnChooserProps<Row> {
  columns: readonly Column<Row>[];
  choice: ColumnChoice;
  onChoose: (choice: ColumnChoice) => void;
}

/** A button that lets people choose which columns they see, and in which order. */
export function ColumnChooser<Row>({ columns, choice, onChoose }: ColumnChooserProps<Row>) {
  const { t } = useTranslation("ui");
  const list = (
    <ul className={styles.list}>
      {orderedColumns(columns, choice).map((column) => (
        <li key={column.key} className={styles.item}>
          <Checkbox
            checked={column.frozen || !choice.hidden.includes(column.key)}
            disabled={column.frozen ?? false}
            onChange={({ target }) => onChoose(withShown(choice, column.key, target.checked))}
          >
            {column.title}
          </Checkbox>
          {!column.frozen && (
            <span className={styles.moves}>
              {([-1, 1] as const).map((by) => (
                <Button
                  key={by}
                  type="text"
                  size="small"
                  icon={by === -1 ? <ArrowUpOutlined /> : <ArrowDownOutlined />}
                  aria-label={t(by === -1 ? "columns.moveUp" : "columns.moveDown", { name: column.title })}
                  onClick={() => onChoose({ ...choice, order: movedOrder(columns, choice, column.key, by) })}
                />
              ))}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
  const footer = (
    <Button type="link" size="small" onClick={() => onChoose(firstChoice(columns))}>
      {t("columns.reset")}
    </Button>
  );

  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title={t("columns.title")}
      content={
        <>
          {list}
          {footer}
        </>
      }
    >
      <Button icon={<TableOutlined />} aria-label={t("columns.title")} title={t("columns.title")} />
    </Popover>
  );
}

function withShown(choice: ColumnChoice, key: string, shown: boolean): ColumnChoice {
  const others = choice.hidden.filter((hidden) => hidden !== key);
  return { ...choice, hidden: shown ? others : [...others, key] };
}
