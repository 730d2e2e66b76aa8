import { useDateView, useNow } from "#platform/date-view.ts";
import { dateTimeText, relativeText } from "#platform/dates.ts";

interface RelativeTimeProps {
  /** Null and absent show nothing: empty cells are empty. */
  value: string | null | undefined;
  /** Shown in the danger colour, for what should have happened by now. */
  overdue?: boolean;
}

/** "3 分鐘前", with the exact time in the branch's zone on hover. */
export function RelativeTime({ value, overdue = false }: RelativeTimeProps) {
  const view = useDateView();
  const now = useNow();
  if (!value) return null;
  return (
    <time
      dateTime={value}
      title={dateTimeText(value, view)}
      style={{ whiteSpace: "nowrap", ...(overdue ? { color: "var(--danger-text)" } : {}) }}
    >
      {relativeText(value, view, now)}
    </time>
  );
}
