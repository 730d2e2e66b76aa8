import { useDateView } from "#platform/date-view.ts";
import { dateTimeText } from "#platform/dates.ts";
import { useRelativeText } from "./use-relative-text.ts";

interface RelativeTimeProps {
  /** Null and absent show nothing: empty cells are empty. */
  value: string | null | undefined;
  /** It continues a sentence, so it has no capital. */
  inText?: boolean;
}

/** "3 分鐘前", with the exact time in the branch's zone on hover. */
export function RelativeTime({ value, inText = false }: RelativeTimeProps) {
  const view = useDateView();
  const relative = useRelativeText();
  if (!value) return null;
  const text = relative(value);
  return (
    <time dateTime={value} title={dateTimeText(value, view)} style={{ whiteSpace: "nowrap" }}>
      {inText ? text.charAt(0).toLowerCase() + text.slice(1) : text}
    </time>
  );
}
