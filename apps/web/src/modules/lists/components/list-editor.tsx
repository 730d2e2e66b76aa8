import { PlusOutlined } from "@ant-design/icons";
import { type CustomList, type ListItem, maxItems } from "@homeroom/contract/media";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { useDelayed } from "#ui/time/use-delayed.ts";
import { useItems, useItemWrites } from "../api.ts";
import { moved } from "../rules/order.ts";
import { ItemForm } from "./item-form.tsx";
import { ItemRow } from "./item-row.tsx";
import styles from "./list-editor.module.css";
import { useRemoveItem } from "./use-remove-item.ts";

interface ListEditorProps {
  list: CustomList;
  /** The key of its texts in `lists.*`. */
  name: string;
  may: { add: boolean; edit: boolean; remove: boolean };
}

/** One of the organisation's own lists: its items in order, how many more it may have, and their uses. */
export function ListEditor({ list, name, may }: ListEditorProps) {
  const { t } = useTranslation("leadSettings");
  const items = useItems(list);
  const [adding, setAdding] = useState(false);
  const count = items.data?.length ?? 0;
  const full = count >= maxItems[list];
  const heading = `list-${list}`;

  return (
    <section className={layout.card} aria-labelledby={heading}>
      <header className={laid("middleWrap gap4x12")}>
        <h2 id={heading} className={layout.heading}>
          {t(`lists.${name}.title`)}
        </h2>
        {items.data && (
          <span className={laid("quiet figures flex1", styles.count)} data-full={full || undefined}>
            {t("count", { count, most: maxItems[list] })}
          </span>
        )}
        {may.add && (
          <Button
            icon={<PlusOutlined />}
            disabled={full || !items.data}
            title={full ? t("full") : undefined}
            aria-label={t("addTo", { name: t(`lists.${name}.title`) })}
            onClick={() => setAdding(true)}
          >
            {t("add")}
          </Button>
        )}
      </header>
      <p className={laid("hint below12")}>{t(`lists.${name}.hint`)}</p>
      <Items list={list} items={items} may={may} />
      {items.data?.length === 0 && !adding && <p className={laid("quiet pad12x0")}>{t("none")}</p>}
      {adding && <ItemForm list={list} onClose={() => setAdding(false)} stays={count + 1 < maxItems[list]} />}
    </section>
  );
}

interface ItemsProps extends Pick<ListEditorProps, "list" | "may"> {
  items: ReturnType<typeof useItems>;
}

function Items({ list, items, may }: ItemsProps) {
  const { t } = useTranslation("leadSettings");
  const { failed } = useFeedback();
  const late = useDelayed(items.isPending);
  const { sort } = useItemWrites(list);
  const remove = useRemoveItem(list);
  const [edited, setEdited] = useState<string | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [said, setSaid] = useState("");
  if (items.error && !items.data) return <ErrorState message={items.error} onRetry={() => void items.refetch()} />;
  if (!items.data) return late ? <Skeleton height={160} /> : <div className={styles.waiting} />;
  const rows = items.data;

  const move = (from: number, to: number) => {
    const next = moved(rows, from, to);
    const place = next.findIndex((item) => item === rows[from]);
    if (place === from) return;
    setSaid(t("moved", { name: rows[from]?.name, place: place + 1 }));
    void sort(next).catch(failed);
  };

  return (
    <>
      <ul className={laid("noPadding unmarked")}>
        {rows.map((item: ListItem, index) =>
          edited === item.recordID ? (
            <li key={item.recordID}>
              <ItemForm list={list} item={item} onClose={() => setEdited(null)} />
            </li>
          ) : (
            <ItemRow
              key={item.recordID}
              list={list}
              item={item}
              isDragged={dragged === index}
              {...(may.edit && {
                onEdit: () => setEdited(item.recordID),
                onMove: (by: number) => move(index, index + by),
                onDrag: (starts: boolean) => setDragged(starts ? index : null),
                onDrop: () => dragged !== null && move(dragged, index),
              })}
              {...(may.remove && { onRemove: () => void remove(item) })}
            />
          ),
        )}
      </ul>
      <span role="status" className="visually-hidden">
        {said}
      </span>
    </>
  );
}
