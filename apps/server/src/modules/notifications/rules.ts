import {
  defaultChoices,
  fixedWays,
  messageMailMinutes,
  type NotificationChoice,
  type NotificationKind,
  type NotificationWay,
  notificationKinds,
} from "@homeroom/contract/notifications";
import { afterQuietHours, type QuietHours } from "#platform/clock/quiet-hours";

export type Choices = Record<NotificationKind, NotificationChoice>;

/** A person's settings, completed with the product's defaults. */
export function choicesOf(stored: Partial<Record<NotificationKind, Partial<NotificationChoice>>>): Choices {
  const entries = notificationKinds.map((kind) => {
    const chosen = { ...defaultChoices[kind], ...stored[kind] };
    const fixed = fixedWays[kind] ?? [];
    return [kind, { ...chosen, ...Object.fromEntries(fixed.map((way) => [way, true])) }];
  });
  return Object.fromEntries(entries) as Choices;
}

/** Whether a person wants a kind in this way. A kind that is off in the app is off everywhere. */
export function wants(choice: NotificationChoice, way: NotificationWay): boolean {
  return choice.app && choice[way];
}

/** Whether a kind is pushed to a person's phones now: not in quiet hours. */
export function isPushed(
  { choices, quietHours }: { choices: Choices; quietHours: QuietHours | null },
  kind: NotificationKind,
  now: Date,
): boolean {
  return wants(choices[kind], "push") && afterQuietHours(now, quietHours).getTime() === now.getTime();
}

/** The time of the mail for a kind, if the person has not read the notification by then. */
export function mailMoment(kind: NotificationKind, now: Date, quiet: QuietHours | null): Date {
  const waits = kind === "message.received" ? messageMailMinutes : 0;
  return afterQuietHours(new Date(now.getTime() + waits * 60_000), quiet);
}

/** Kinds whose mail is sent by the module where it happens. */
export function isMailedElsewhere(kind: NotificationKind): boolean {
  return kind === "session.newPlace" || kind === "handover.finished";
}
