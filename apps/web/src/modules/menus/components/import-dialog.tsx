import type { MenuImportPlan } from "@homeroom/contract/menus";
import { Checkbox, Modal } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { ErrorState } from "#ui/states/error-state.tsx";
import { useImportPlan, useMenuWrites } from "../api.ts";
import { useMenuName } from "./menu-names.ts";
import styles from "./menu-table.module.css";

/** Imports the product's own menu, after showing what that would change. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("menus");
  const { data: plan, error, refetch } = useImportPlan();
  const writes = useMenuWrites();
  const { done, failed } = useFeedback();
  const [restore, setRestore] = useState(false);
  const [busy, setBusy] = useState(false);
  const own = plan ? plan.edited.length + plan.deleted.length : 0;
  const news = plan ? plan.added.length + plan.changed.length + plan.removed.length : 0;

  const handleImport = async () => {
    setBusy(true);
    try {
      done(t("import.done", await writes.bringIn(restore)));
      onClose();
    } catch (reason) {
      failed(reason);
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={t("import.title")}
      okText={t("import.verb")}
      okButtonProps={{ disabled: news + (restore ? own : 0) === 0 }}
      confirmLoading={busy}
      onOk={() => void handleImport()}
      onCancel={onClose}
    >
      <p className={layout.small}>{t("import.detail")}</p>
      {error !== null && <ErrorState message={error} onRetry={() => void refetch()} />}
      {plan && news === 0 && <p>{t("import.upToDate")}</p>}
      {plan && <PlanGroup title={t("import.added", { count: plan.added.length })} entries={plan.added} />}
      {plan && <PlanGroup title={t("import.changed", { count: plan.changed.length })} entries={plan.changed} />}
      {plan && <PlanGroup title={t("import.removed", { count: plan.removed.length })} entries={plan.removed} />}
      {plan && own > 0 && (
        <>
          <PlanGroup title={t("import.edited", { count: plan.edited.length })} entries={plan.edited} />
          <PlanGroup title={t("import.deleted", { count: plan.deleted.length })} entries={plan.deleted} />
          <Checkbox
            className={laid("above16", styles.planGroup)}
            checked={restore}
            onChange={({ target }) => setRestore(target.checked)}
          >
            {t("import.restore")}
          </Checkbox>
        </>
      )}
    </Modal>
  );
}

type Entry = MenuImportPlan["changed"][number] | MenuImportPlan["added"][number];

function PlanGroup({ title, entries }: { title: string; entries: readonly Entry[] }) {
  const name = useMenuName();
  if (entries.length === 0) return null;
  return (
    <section className={laid("above16", styles.planGroup)}>
      <h3>{title}</h3>
      <ul className={laid("scroll", styles.planList)}>
        {entries.map((entry) => (
          <li key={entry.id}>
            {name(entry)}{" "}
            <span className={layout.small}>{"fields" in entry ? entry.fields.join(", ") : entry.name}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
