import { DeleteOutlined, EditOutlined, LockOutlined } from "@ant-design/icons";
import type { CustomList, ListItem } from "@homeroom/contract/media";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { MoveHandle } from "#ui/drag/move-handle.tsx";
import { SmallIconButton } from "#ui/icon/small-icon-button.tsx";
import { laid } from "#ui/laid.ts";
import { StatusDot } from "#ui/status/status-dot.tsx";
import { TintTag } from "#ui/status/tint-tag.tsx";
import { numberOfUses, userOf } from "../rules/uses.ts";
import styles from "./list-editor.module.css";

interface ItemRowProps {
  list: CustomList;
  item: ListItem;
  isDragged: boolean;
  onEdit?: () => void;
  /** Moves it down by this number of places; negative is up. */
  onMove?: (by: number) => void;
  /** Called when it is picked up or released. */
  onDrag?: (starts: boolean) => void;
  /** The dragged item is over this one. */
  onDrop?: () => void;
  onRemove?: () => void;
}

/** An item with its use, moved with the mouse or the arrow keys on its handle. */
export function ItemRow({ list, item, isDragged, onEdit, onMove, onDrag, onDrop, onRemove }: ItemRowProps) {
  const { t } = useTranslation("leadSettings");
  const { name, color, useCount } = item;
  const handleKey = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onMove?.(by);
  };

  return (
    <li
      className={laid("row lineAbove minHeight40", styles.item)}
      data-dragged={isDragged || undefined}
      draggable={onMove !== undefined}
      onDragStart={(event) => {
        // Firefox needs data to start a drag.
        event.dataTransfer.setData("text/plain", name);
        onDrag?.(true);
      }}
      onDragEnd={() => onDrag?.(false)}
      onDragOver={(event) => onDrop && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onDrop?.();
      }}
    >
      {onMove && <MoveHandle title={t("move")} label={t("moveItem", { name })} onKeyDown={handleKey} />}
      <span className={laid("grow breaking")}>{color ? <TintTag color={color as "red"}>{name}</TintTag> : name}</span>
      {item.status === 0 && <StatusDot tone="quiet" label={t("off")} />}
      <span className={laid("small figures fixed")}>
        {useCount > 0 && t(`uses.${userOf(list)}`, { number: numberOfUses(useCount), count: useCount })}
      </span>
      <span className={laid("middle fixed")}>
        {onEdit && <SmallIconButton icon={<EditOutlined />} label={t("editItem", { name })} onClick={onEdit} />}
        {item.isProtected ? (
          <span className={laid("centre quiet height24 width24")} title={t("protected")}>
            <LockOutlined aria-hidden />
            <span className="visually-hidden">{t("protected")}</span>
          </span>
        ) : (
          onRemove && <SmallIconButton icon={<DeleteOutlined />} label={t("removeItem", { name })} onClick={onRemove} />
        )}
      </span>
    </li>
  );
}
