import { useDateView, useNow } from "#platform/date-view.ts";
import { dateText, dayText } from "#platform/dates.ts";
import layout from "#ui/layout.module.css";
import styles from "./conversation-pane.module.css";

/** The day that begins here. */
export function DayLine({ at }: { at: string }) {
  const view = useDateView();
  const now = useNow();
  return (
    <div className={`${layout.centre} ${styles.day}`}>
      <time dateTime={at} title={dateText(at, view)}>
        {dayText(at, view, now)}
      </time>
    </div>
  );
}
