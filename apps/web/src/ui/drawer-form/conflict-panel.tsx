import { Alert, Button, Form } from "antd";
import { cloneElement, type ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import styles from "./drawer-form.module.css";
import type { FieldFacts, FieldRegistry } from "./field-registry.ts";
import { InSight } from "./in-sight.tsx";
import { type FieldConflict, type Path, valueAt } from "./merge.ts";

/** What somebody else saved while this form was being edited. */
export interface Conflict {
  taken: Path[];
  both: FieldConflict[];
}

interface ConflictPanelProps {
  conflict: Conflict;
  registry: FieldRegistry;
}

/**
 * Shows that somebody else has saved in the meantime: the fields that were taken over, and both versions of fields that both
 * people changed. The form keeps the writer's version until the other is chosen; nothing has been saved yet.
 */
export function ConflictPanel({ conflict, registry }: ConflictPanelProps) {
  const { t } = useTranslation("ui");
  const form = Form.useFormInstance();
  // Renders with every change, to show which version a field holds.
  Form.useWatch((values: object) => JSON.stringify(conflict.both.map(({ path }) => valueAt(values, path))), form);

  const known = (path: Path) => registry.get(path.join("."));
  const labels = conflict.taken.map((path) => known(path)?.label);
  const taken = labels.filter((label) => typeof label === "string");
  return (
    <InSight about={conflict} className={layout.below16}>
      <Alert
        type="warning"
        showIcon
        title={t("conflict.title")}
        description={
          <div className={laid("gridBox gap12")} role="group" aria-label={t("conflict.title")}>
            <p>{conflict.both.length > 0 ? t("conflict.choose") : t("conflict.check")}</p>
            {taken.length > 0 && <p>{t("conflict.taken", { fields: taken.join(t("conflict.comma")) })}</p>}
            {conflict.both.map((one) => {
              const facts = known(one.path);
              return facts && <Versions key={one.path.join(".")} facts={facts} conflict={one} />;
            })}
          </div>
        }
      />
    </InSight>
  );
}

function Versions({ facts, conflict }: { facts: FieldFacts; conflict: FieldConflict }) {
  const { t } = useTranslation("ui");
  const form = Form.useFormInstance();
  const now = JSON.stringify(form.getFieldValue([...conflict.path]) ?? null);
  const sides = [
    { name: "theirs", value: conflict.theirs },
    { name: "mine", value: conflict.mine },
  ] as const;
  return (
    <fieldset className={laid("narrowable gridBox gap8 noMargin pad12 outlined round8 surface", styles.versions)}>
      <legend className={laid("strong", styles.label)}>{facts.label}</legend>
      {sides.map(({ name, value }) => {
        const chosen = JSON.stringify(value ?? null) === now;
        return (
          <div key={name} className={laid("gridBox alignCentre gap8", styles.version)}>
            <span className={layout.quiet}>{t(`conflict.${name}`)}</span>
            <div className={styles.versionValue}>{shown(facts, value)}</div>
            <Button
              size="small"
              type={chosen ? "primary" : "default"}
              aria-pressed={chosen}
              onClick={() => form.setFieldValue([...conflict.path], value)}
            >
              {t(chosen ? "conflict.used" : "conflict.use")}
            </Button>
          </div>
        );
      })}
    </fieldset>
  );
}

/** The field's own control with that value, read-only: it knows the names of its values. */
function shown({ control, valueName }: FieldFacts, value: unknown): ReactElement {
  const properties = { [valueName]: value, disabled: true, id: undefined };
  return cloneElement(control as ReactElement<Record<string, unknown>>, properties);
}
