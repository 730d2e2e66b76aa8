import { useDateView } from "#platform/date-view.ts";
import { dateTimeText } from "#platform/dates.ts";
import { useRelativeText } from "./use-relative-text.ts";

interface RelativeTimeProps {
  /** Null and absent show nothing: empty cells are empty. */
  value: string | null | undefined;
}

/** "3 分鐘前", with the exact time in the branch's zone on hover. */
export function RelativeTime({ value }: RelativeTimeProps) {
  const view = useDateView();
  const relative = useRelativeText();
  if (!value) return null;
  return (
    <time dateTime={value} title={dateTimeText(value, view)} style={{ whiteSpace: "nowrap" }}>
      {relative(value)}
    </time>
  );
}
