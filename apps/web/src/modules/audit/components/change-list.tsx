import type { LogRow } from "@homeroom/contract/log";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { changesOf, type FieldChange, isEmptyValue, plainText } from "../rules/changes.ts";
import styles from "./change-list.module.css";
import { useFieldName, useFieldOrder, useValueName } from "./field-names.ts";

/** The changes of an entry, field by field: the old value struck through, the new one beside it. */
export function ChangeList({ entry }: { entry: LogRow }) {
  const { t } = useTranslation("log");
  const nameOf = useFieldName();
  const order = useFieldOrder();
  const changes = changesOf(entry.before, entry.after).sort((one, other) => order(one.path, other.path));
  if (changes.length === 0) return <p className={layout.quiet}>{t("noChanges")}</p>;

  return (
    <dl className={laid("outlined round8 clip")}>
      {changes.map((change) => (
        <div key={change.path.join(".")} className={laid("gridBox gap4x16 pad10x12 ruled", styles.change)}>
          <dt className={layout.quiet}>{nameOf(change.path)}</dt>
          <dd className={laid("baseline narrowable wrap gap4x8")}>
            {entry.before && <Side change={change} side="before" />}
            {entry.before && entry.after && (
              <span className={layout.quiet} aria-hidden>
                →
              </span>
            )}
            {entry.after && <Side change={change} side="after" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Side({ change, side }: { change: FieldChange; side: "before" | "after" }) {
  const { t } = useTranslation("log");
  const valueName = useValueName();
  const value = change[side];
  if (isEmptyValue(value)) return <span className={layout.quiet}>{t("empty")}</span>;
  const text = valueName(change.path, value) ?? plainText(value, t("comma"));
  if (side === "before") {
    return (
      <del
        className={laid("written danger pad0x6 round4 dangerTint maxWide")}
        aria-label={t("wasValue", { value: text })}
      >
        {text}
      </del>
    );
  }
  return (
    <ins
      className={laid("written pad0x6 round4 successTint success maxWide", styles.after)}
      aria-label={t("isValue", { value: text })}
    >
      {text}
    </ins>
  );
}
