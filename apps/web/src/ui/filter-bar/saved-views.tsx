import { DeleteOutlined, StarFilled, StarOutlined, TeamOutlined } from "@ant-design/icons";
import { Button, Checkbox, Popover } from "antd";
import Input from "antd/es/input/Input";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { SmallIconButton } from "#ui/icon/small-icon-button.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { withParts } from "#ui/page/use-address.ts";
import styles from "./filter-bar.module.css";
import { filterPart } from "./filters.ts";
import { type KeptView, type ScreenViews, useScreenViews } from "./saved-view-store.ts";
import type { UrlFilters } from "./use-url-filters.ts";

// Lazy: few people set what roles start with.
const ViewRoles = lazy(() => import("./view-roles.tsx").then((roles) => ({ default: roles.ViewRoles })));

interface SavedViewsProps {
  /** The screen's name, under which its views are stored. */
  id: string;
  filters: UrlFilters;
  /** What a view stores in addition to the address, such as the person's own choice of columns. */
  partsToKeep?: (() => Readonly<Record<string, string>>) | undefined;
}

/** Saved views: the person's own, those of others, and the one that a role starts with. */
export function SavedViews({ id, filters, partsToKeep }: SavedViewsProps) {
  const { t } = useTranslation("ui");
  const store = useScreenViews(id);
  const [open, setOpen] = useState(false);
  const now = filterPart(filters.search, filters.viewKeys);
  const current = store.views?.find(({ part }) => part === now);
  useFirstView(store.views, filters, now);

  const content = (
    <div className={laid("closeStack", styles.editor)}>
      {store.views?.length === 0 && <p className={layout.quiet}>{t("views.none")}</p>}
      {store.views?.map((view) => (
        <ViewLine
          key={view.id}
          view={view}
          store={store}
          isCurrent={view === current}
          onChoose={() => {
            filters.apply(view.part);
            setOpen(false);
          }}
        />
      ))}
      {(now !== "" || partsToKeep) && !current && (
        <NewView
          store={store}
          part={() => filterPart(withParts(filters.search, partsToKeep?.() ?? {}), filters.viewKeys)}
          onSaved={(part) => part !== now && filters.apply(part)}
        />
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

/** A screen that is opened without filters starts with the view of the person's role; once cleared, it stays cleared. */
function useFirstView(views: readonly KeptView[] | undefined, filters: UrlFilters, now: string): void {
  const openedPlain = useRef(now === "");
  useEffect(() => {
    if (!views || !openedPlain.current) return;
    openedPlain.current = false;
    const first = views.find((view) => view.isDefault);
    if (first && now === "") filters.apply(first.part);
  }, [views, filters, now]);
}

interface ViewLineProps {
  view: KeptView;
  store: ScreenViews;
  isCurrent: boolean;
  onChoose: () => void;
}

function ViewLine({ view, store, isCurrent, onChoose }: ViewLineProps) {
  const { t } = useTranslation("ui");
  const { failed } = useFeedback();
  const { defaults } = store;
  return (
    <div className={layout.closeGrid}>
      <div className={laid("middle gap4")}>
        <button
          type="button"
          className={laid("bare cut grow round6 textStart sinkable pad4x8", styles.viewName)}
          aria-current={isCurrent || undefined}
          onClick={onChoose}
        >
          <span>{view.name}</span>
          {view.isShared && (
            <span className={laid("small before8 regular")}>
              <TeamOutlined aria-hidden /> {view.isMine ? t("views.shared") : view.creator}
            </span>
          )}
          {view.isDefault && <span className={laid("small before8 regular")}>{t("views.default")}</span>}
        </button>
        {view.mayRemove && (
          <SmallIconButton
            icon={<DeleteOutlined />}
            label={t("views.delete", { name: view.name })}
            onClick={() => void store.remove(view.id).catch(failed)}
          />
        )}
      </div>
      {isCurrent && defaults && (
        <Suspense fallback={null}>
          <ViewRoles view={view} defaults={defaults} />
        </Suspense>
      )}
    </div>
  );
}

interface NewViewProps {
  /** The values to store, read at the moment of saving. */
  part: () => string;
  store: ScreenViews;
  onSaved: (part: string) => void;
}

function NewView({ part, store, onSaved }: NewViewProps) {
  const { t } = useTranslation("ui");
  const { failed } = useFeedback();
  const [name, setName] = useState("");
  const [isShared, setShared] = useState(false);
  const [busy, setBusy] = useState(false);

  const save = async () => {
    const clean = name.trim();
    if (!clean || busy) return;
    setBusy(true);
    try {
      const kept = part();
      await store.save({ name: clean, part: kept, isShared });
      setName("");
      onSaved(kept);
    } catch (reason) {
      failed(reason);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className={laid("flexBox wrap gap6 lineAbove", styles.newView)}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
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
      <Button size="small" htmlType="submit" loading={busy} disabled={name.trim() === ""}>
        {t("views.save")}
      </Button>
      <Checkbox checked={isShared} onChange={({ target }) => setShared(target.checked)}>
        {t("views.share")}
      </Checkbox>
    </form>
  );
}
