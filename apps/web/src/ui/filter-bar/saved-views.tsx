import { DeleteOutlined, StarFilled, StarOutlined } from "@ant-design/icons";
import { Button, Input, Popover } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./filter-bar.module.css";
import { filterPart } from "./filters.ts";
import type { UrlFilters } from "./use-url-filters.ts";

interface SavedView {
  name: string;
  part: string;
}

/** Reads stored views; nothing when they are missing or not understood. */
function parseViews(stored: string | null): SavedView[] {
  try {
    const list: unknown = JSON.parse(stored ?? "[]");
    if (!Array.isArray(list)) return [];
    return list.filter(isSavedView);
  } catch {
    return [];
  }
}

function isSavedView(value: unknown): value is SavedView {
  const { name, part } = (value ?? {}) as Partial<Record<keyof SavedView, unknown>>;
  return typeof name === "string" && typeof part === "string";
}

interface SavedViewsProps {
  /** Under this name the views are kept in this browser. */
  id: string;
  filters: UrlFilters;
}

/** The filters that a person has kept under a name. */
export function SavedViews({ id, filters }: SavedViewsProps) {
  const { t } = useTranslation("ui");
  const storageKey = `views.${id}`;
  const [views, setViews] = useState(() => parseViews(localStorage.getItem(storageKey)));
  const [name, setName] = useState("");
  const [open, setOpen] = useState(false);
  const now = filterPart(filters.search, filters.keys);
  const current = views.find(({ part }) => part === now);

  const keep = (next: SavedView[]) => {
    setViews(next);
    localStorage.setItem(storageKey, JSON.stringify(next));
  };
  const save = () => {
    const clean = name.trim();
    if (!clean || !now) return;
    keep([...views.filter((view) => view.name !== clean), { name: clean, part: now }]);
    setName("");
  };

  const content = (
    <div className={styles.editor}>
      {views.length === 0 && <p className={styles.quiet}>{t("views.none")}</p>}
      {views.map((view) => (
        <div key={view.name} className={styles.view}>
          <button
            type="button"
            className={styles.viewName}
            aria-current={view === current || undefined}
            onClick={() => {
              filters.apply(view.part);
              setOpen(false);
            }}
          >
            {view.name}
          </button>
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            aria-label={t("views.delete", { name: view.name })}
            onClick={() => keep(views.filter((other) => other !== view))}
          />
        </div>
      ))}
      {now !== "" && !current && (
        <form
          className={styles.newView}
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <Input
            size="small"
            value={name}
            maxLength={40}
            placeholder={t("views.name")}
            aria-label={t("views.name")}
            onChange={({ target }) => setName(target.value)}
          />
          <Button size="small" htmlType="submit" disabled={name.trim() === ""}>
            {t("views.save")}
          </Button>
        </form>
      )}
    </div>
  );

  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      open={open}
      onOpenChange={setOpen}
      title={t("views.title")}
      content={content}
    >
      <Button icon={current ? <StarFilled /> : <StarOutlined />} aria-label={t("views.title")}>
        {current?.name}
      </Button>
    </Popover>
  );
}
