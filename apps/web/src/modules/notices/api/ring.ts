import type { NotificationKind } from "@homeroom/contract/notifications";
import { isSoundOn, playTone } from "#platform/alerts.ts";
import { queryClient } from "#platform/query.ts";
import { isQuiet } from "#platform/quiet-hours.ts";
import { preferencesQuery } from "./queries.ts";

/** Plays the tone for an event, if the person wants one for its kind, here and now. */
export function ringFor(kind: NotificationKind): void {
  if (!isSoundOn()) return;
  wantsSound(kind)
    .then((wanted) => wanted && playTone())
    // No answer, no sound: the notification is in the list.
    .catch(() => undefined);
}

/** Whether the person wants to see events of a kind here and now. */
export async function wantsNotice(kind: NotificationKind): Promise<boolean> {
  const { choices, quietHours, timeZone } = await queryClient.query(preferencesQuery);
  return choices[kind].app && !isQuiet(new Date(), quietHours, timeZone);
}

async function wantsSound(kind: NotificationKind): Promise<boolean> {
  const { choices, quietHours, timeZone } = await queryClient.query(preferencesQuery);
  return choices[kind].app && choices[kind].sound && !isQuiet(new Date(), quietHours, timeZone);
}

/** Whether it is quiet hours for the person; false if unknown. */
export async function isQuietNow(): Promise<boolean> {
  const { quietHours, timeZone } = await queryClient.query(preferencesQuery);
  return isQuiet(new Date(), quietHours, timeZone);
}
