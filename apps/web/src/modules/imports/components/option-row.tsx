import { type ReactNode, useId } from "react";
import { laid } from "#ui/laid.ts";
import styles from "./import-wizard.module.css";

interface OptionRowProps {
  label: string;
  /** Draws the field with the id that the label is for. */
  children: (id: string) => ReactNode;
}

/** A field of the wizard with its label beside it. */
export function OptionRow({ label, children }: OptionRowProps) {
  const id = useId();
  return (
    <div className={laid("gridBox alignCentre gap8x16", styles.optionRow)}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}

/** The same for a group of choices, which the id labels. */
export function OptionGroup({ label, children }: OptionRowProps) {
  const id = useId();
  return (
    <div className={laid("gridBox alignCentre gap8x16", styles.optionRow)}>
      <span id={id}>{label}</span>
      {children(id)}
    </div>
  );
}
