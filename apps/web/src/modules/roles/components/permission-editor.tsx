import { SearchOutlined } from "@ant-design/icons";
import { RoleId } from "@homeroom/contract/ids";
import type { MenuOption } from "@homeroom/contract/menus";
import type { RoleForm } from "@homeroom/contract/roles";
import { Alert, Button, Checkbox, Input, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { useDelayed } from "#ui/time/use-delayed.ts";
import { useRoleOptions } from "../api.ts";
import { matching } from "../rules/permission-tree.ts";
import { PermissionChanges } from "./permission-changes.tsx";
import styles from "./permission-editor.module.css";
import { PermissionGroup } from "./permission-group.tsx";
import { usePermissionNames } from "./permission-names.ts";
import { type PermissionDraft, usePermissionDraft } from "./use-permission-draft.ts";

interface PermissionEditorProps {
  role: RoleForm;
  /** All groups are open at first. */
  openAtFirst?: boolean;
}

/** The permissions of a role: pages with their permissions, the unsaved changes, and the save button. */
export function PermissionEditor({ role, openAtFirst = false }: PermissionEditorProps) {
  const { t } = useTranslation("roles");
  const draft = usePermissionDraft(role);
  const late = useDelayed(draft.loading);
  const readOnly = !role.can.grant;
  const [words, setWords] = useState("");
  const [open, setOpen] = useState<ReadonlySet<string> | "all">(openAtFirst ? "all" : new Set());
  const textOf = useTextOf();
  if (draft.error !== null) return <ErrorState message={draft.error} onRetry={draft.retry} />;
  if (draft.loading) return late ? <SkeletonGroups /> : null;

  const groups = matching(draft.tree, words, textOf);
  const isOpen = (id: string) => words.trim() !== "" || open === "all" || open.has(id);
  const allOpen = groups.every(({ value }) => isOpen(value));
  const setGroup = (id: string, shown: boolean) => {
    const before = open === "all" ? groups.map(({ value }) => value) : [...open];
    setOpen(new Set(shown ? [...before, id] : before.filter((one) => one !== id)));
  };

  return (
    <div className={laid("column gap12")}>
      <div className={laid("middleWrap gap8x12")}>
        <Input
          className={layout.basis200 ?? ""}
          allowClear
          prefix={<SearchOutlined aria-hidden />}
          value={words}
          placeholder={t("tree.search")}
          aria-label={t("tree.search")}
          onChange={({ target }) => setWords(target.value)}
        />
        <Button onClick={() => setOpen(allOpen ? new Set() : "all")}>
          {t(allOpen ? "tree.collapse" : "tree.expand")}
        </Button>
        {!readOnly && <CopySelect role={role} draft={draft} />}
        {!readOnly && (
          <Checkbox checked={draft.linked} onChange={({ target }) => draft.setLinked(target.checked)}>
            {t("tree.linked")}
          </Checkbox>
        )}
      </div>
      {readOnly && <Alert type="info" showIcon title={t("beyond")} />}
      {draft.stale && <Alert type="warning" showIcon title={t("stale.title")} description={t("stale.detail")} />}
      <div className={laid("closeStack flex1")}>
        {groups.map((option) => (
          <PermissionGroup
            key={option.value}
            option={option}
            draft={draft}
            readOnly={readOnly}
            open={isOpen(option.value)}
            onOpen={(shown) => setGroup(option.value, shown)}
          />
        ))}
        {groups.length === 0 && <EmptyState title={t("tree.nothing")} />}
      </div>
      {!readOnly && (
        <footer className={laid("closeStack pad12x0 lineAbove sticky onTop", styles.footer)}>
          <PermissionChanges draft={draft} isOwn={role.isOwn} />
          <div className={laid("middle justifyEnd gap12")}>
            {!draft.changed && <span className={laid("small figures")}>{t("diff.none")}</span>}
            <Button type="primary" disabled={!draft.changed} loading={draft.busy} onClick={() => void draft.save()}>
              {t("save")}
            </Button>
          </div>
        </footer>
      )}
    </div>
  );
}

/** The search text of a page or permission. */
function useTextOf(): (option: MenuOption) => string {
  const { pageName, actionName, thingName } = usePermissionNames();
  return (option) =>
    option.type === "BUTTON" ? `${thingName(option.perm)} ${actionName(option.perm)} ${option.perm}` : pageName(option);
}

function CopySelect({ role, draft }: { role: RoleForm; draft: PermissionDraft }) {
  const { t } = useTranslation("roles");
  const { data } = useRoleOptions();
  const others = data?.filter(({ value }) => value !== role.id) ?? [];
  return (
    <Select<string | null, { value: string; label: string }>
      className={layout.basis200 ?? ""}
      value={null}
      placeholder={t("tree.copy")}
      aria-label={t("tree.copy")}
      showSearch={{ optionFilterProp: "label" }}
      options={others.map(({ value, label }) => ({ value, label }))}
      onChange={(from) => void draft.takeOver(RoleId.parse(from))}
    />
  );
}

function SkeletonGroups() {
  return (
    <div className={laid("column gap12")} aria-hidden>
      {[1, 2, 3, 4, 5, 6].map((group) => (
        <Skeleton key={group} width="100%" height={44} />
      ))}
    </div>
  );
}
