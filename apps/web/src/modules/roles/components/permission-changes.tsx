import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import { TintTag } from "#ui/status/tint-tag.tsx";
import { resourceOf } from "../rules/permission-tree.ts";
import styles from "./permission-editor.module.css";
import { usePermissionNames } from "./permission-names.ts";
import type { PermissionDraft } from "./use-permission-draft.ts";

/** The unsaved changes of a role, by name. */
export function PermissionChanges({ draft, isOwn }: { draft: PermissionDraft; isOwn: boolean }) {
  const { t } = useTranslation("roles");
  const { added, removed } = draft.changes;
  if (!draft.changed) return null;
  return (
    <section className={laid("column gap6", styles.changes)} aria-label={t("diff.title")}>
      <header className={laid("middleWrap gap4x12", styles.changesHead)}>
        <b>{t("diff.title")}</b>
        <span className={laid("small figures")}>
          {[
            added.length > 0 && t("diff.added", { count: added.length }),
            removed.length > 0 && t("diff.removed", { count: removed.length }),
          ]
            .filter(Boolean)
            .join(t("comma"))}
        </span>
        <Button size="small" type="text" onClick={draft.reset}>
          {t("diff.reset")}
        </Button>
      </header>
      <div className={laid("flexBox wrap gap4 scroll", styles.changeTags)}>
        <Names ids={added} draft={draft} kind="added" />
        <Names ids={removed} draft={draft} kind="removed" />
      </div>
      {isOwn && <p className={laid("hint", styles.warning)}>{t("diff.own")}</p>}
    </section>
  );
}

function Names({ ids, draft, kind }: { ids: readonly string[]; draft: PermissionDraft; kind: "added" | "removed" }) {
  const { t } = useTranslation("roles");
  const { pageName, actionName, thingName } = usePermissionNames();
  const nameOf = (id: string): string => {
    const place = draft.index.get(id);
    if (!place) return id;
    const { option, parent } = place;
    if (option.type !== "BUTTON") return `${pageName(option)} · ${t("tree.page")}`;
    const resources = new Set(parent?.option.children?.map(({ perm }) => resourceOf(perm)));
    const where = parent && resources.size <= 1 ? pageName(parent.option) : thingName(option.perm);
    return `${where} · ${actionName(option.perm)}`;
  };
  return ids.map((id) => (
    <TintTag key={id} color={kind === "added" ? "green" : "red"}>
      <span aria-hidden>{kind === "added" ? "+ " : "− "}</span>
      {nameOf(id)}
    </TintTag>
  ));
}
