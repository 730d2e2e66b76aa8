import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined, PushpinFilled, PushpinOutlined } from "@ant-design/icons";
import { Button, Checkbox } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SmallIconButton } from "#ui/icon/small-icon-button.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { type Column, type ColumnChoice, movedBy, movedTo, orderedColumns, withPinned, withShown } from "./column.ts";
import styles from "./column-chooser.module.css";
import type { ColumnChoiceState } from "./use-column-choice.ts";

interface ColumnChooserProps<Row> extends ColumnChoiceState {
  columns: readonly Column<Row>[];
}

/** Chooses the visible columns, their order (by dragging, or with the arrow buttons), and those pinned to the left. */
export function ColumnChooser<Row>({ columns, choice, choose, reset }: ColumnChooserProps<Row>) {
  const { t } = useTranslation("ui");
  const [dragged, setDragged] = useState<string | null>(null);
  return (
    <>
      <ul className={laid("noPadding scrollY unmarked", styles.list)}>
        {orderedColumns(columns, choice).map((column) => (
          <li
            key={column.key}
            className={laid("middle gap6 round6 minHeight32 hoverable", styles.item)}
            data-dragged={dragged === column.key || undefined}
            draggable={!column.frozen}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = "move";
              setDragged(column.key);
            }}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              event.preventDefault();
              if (dragged !== null && dragged !== column.key) choose(movedTo(columns, choice, dragged, column.key));
            }}
          >
            <HolderOutlined
              className={laid("small grab", styles.holder)}
              data-fixed={column.frozen || undefined}
              aria-hidden
            />
            <Checkbox
              className={layout.grow ?? ""}
              checked={column.frozen || !choice.hidden.includes(column.key)}
              disabled={column.frozen ?? false}
              onChange={({ target }) => choose(withShown(choice, column.key, target.checked))}
            >
              {column.title}
            </Checkbox>
            {!column.frozen && <Moves columns={columns} column={column} choice={choice} choose={choose} />}
          </li>
        ))}
      </ul>
      <Button type="link" size="small" onClick={reset}>
        {t("columns.reset")}
      </Button>
    </>
  );
}

interface MovesProps<Row> {
  columns: readonly Column<Row>[];
  column: Column<Row>;
  choice: ColumnChoice;
  choose: (next: ColumnChoice) => void;
}

function Moves<Row>({ columns, column, choice, choose }: MovesProps<Row>) {
  const { t } = useTranslation("ui");
  const { key, title } = column;
  const pinned = choice.pinned.includes(key);
  return (
    <span className={styles.moves} data-pinned={pinned || undefined}>
      {([-1, 1] as const).map((by) => (
        <SmallIconButton
          key={by}
          icon={by === -1 ? <ArrowUpOutlined /> : <ArrowDownOutlined />}
          label={t(by === -1 ? "columns.moveUp" : "columns.moveDown", { name: title })}
          onClick={() => choose(movedBy(columns, choice, key, by))}
        />
      ))}
      <SmallIconButton
        className={styles.pin ?? ""}
        aria-pressed={pinned}
        icon={pinned ? <PushpinFilled /> : <PushpinOutlined />}
        label={t("columns.pin", { name: title })}
        title={t("columns.pin", { name: title })}
        onClick={() => choose(withPinned(choice, key, !pinned))}
      />
    </span>
  );
}
