import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import styles from "./list-head.module.css";

/** The highest count; larger ones show as "999+". */
const countedTo = 1000;

interface CountedChoiceProps {
  label: string;
  hint?: string;
  /** How many conversations it would show. */
  count: number | undefined;
  chosen: boolean;
  onChoose: () => void;
}

/** A list to choose, with its number of conversations. */
export function CountedChoice({ label, hint, count, chosen, onChoose }: CountedChoiceProps) {
  return (
    <button
      type="button"
      className={laid(
        "middle bare quiet fixed pad0x8 sinkable wakeable minHeight28 round8 text13 oneLine",
        styles.choice,
      )}
      aria-pressed={chosen}
      title={hint}
      onClick={({ detail, currentTarget }) => {
        // On a pointer press it leaves the arrow keys and Enter to the list.
        if (detail > 0) currentTarget.blur();
        onChoose();
      }}
    >
      {label}
      {count !== undefined && (
        <span className={layout.figures}>{count >= countedTo ? `${countedTo - 1}+` : String(count)}</span>
      )}
    </button>
  );
}
