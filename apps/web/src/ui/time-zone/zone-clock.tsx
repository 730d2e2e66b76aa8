import { useNow } from "#platform/date-view.ts";
import { timeText } from "#platform/dates.ts";
import { usePreference } from "#platform/preferences.ts";
import { laid } from "#ui/laid.ts";
import styles from "./time-zone.module.css";
import { offsetOf, zoneName } from "./zones.ts";

/** The current time in a zone, with its offset; the zone's name on hover. */
export function ZoneClock({ zone }: { zone: string }) {
  const [language] = usePreference("language");
  const now = useNow();
  const offset = offsetOf(zone, now);
  if (offset === "") return zone;
  return (
    <span className={laid("number", styles.clock)} title={zoneName(zone, language, now)}>
      {timeText(now, { language, zone })}
      <small>{offset}</small>
    </span>
  );
}
