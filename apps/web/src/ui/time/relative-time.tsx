import { useDateView, useNow } from "#platform/date-view.ts";
import { dateTimeText, relativeText } from "#platform/dates.ts";

interface RelativeTimeProps {
  /** Null and absent show nothing: empty cells are empty. */
  value: string | null | undefined;
}

/** "3 分鐘前", with the exact time in the branch's zone on hover. */
export function RelativeTime({ value }: RelativeTimeProps) {
  const view = useDateView();
  const now = useNow();
  if (!value) return null;
  return (
    <time dateTime={value} title={dateTimeText(value, view)} style={{ whiteSpace: "nowrap" }}>
      {relativeText(value, view, now)}
    </time>
  );
}
