import {
  defaultChoices,
  fixedWays,
  messageMailMinutes,
  type NotificationChoice,
  type NotificationKind,
  type NotificationWay,
  notificationKinds,
} from "@homeroom/contract/notifications";

export type Choices = Record<NotificationKind, NotificationChoice>;

/** What a person has chosen, filled up with what the product decides. */
export function choicesOf(stored: Partial<Choices>): Choices {
  const entries = notificationKinds.map((kind) => {
    const chosen = { ...defaultChoices[kind], ...stored[kind] };
    const fixed = fixedWays[kind] ?? [];
    return [kind, { ...chosen, ...Object.fromEntries(fixed.map((way) => [way, true])) }];
  });
  return Object.fromEntries(entries) as Choices;
}

/** Whether somebody is told of a kind in this way. What is not shown in the app is not told in any other way either. */
export function wants(choice: NotificationChoice, way: NotificationWay): boolean {
  return choice.app && choice[way];
}

/** A stretch of the day, "22:00" to "08:00", in a time zone. */
export interface QuietHours {
  from: string;
  until: string;
  timeZone: string;
}

/** The first moment from `at` on that does not lie in the quiet hours. */
export function afterQuietHours(at: Date, quiet: QuietHours | null): Date {
  if (!quiet) return at;
  const now = minuteOfDay(clockAt(at, quiet.timeZone));
  const [from, until] = [minuteOfDay(quiet.from), minuteOfDay(quiet.until)];
  const isQuiet = from < until ? now >= from && now < until : now >= from || now < until;
  if (!isQuiet) return at;
  return new Date(at.getTime() + ((until - now + minutesADay) % minutesADay) * 60_000);
}

/** When a mail about something of a kind should leave, if the person does not read of it before. */
export function mailMoment(kind: NotificationKind, now: Date, quiet: QuietHours | null): Date {
  const waits = kind === "message.received" ? messageMailMinutes : 0;
  return afterQuietHours(new Date(now.getTime() + waits * 60_000), quiet);
}

/** Kinds whose mail is sent by the module where it happens. */
export function isMailedElsewhere(kind: NotificationKind): boolean {
  return kind === "session.newPlace" || kind === "handover.finished";
}

const minutesADay = 24 * 60;

function minuteOfDay(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
}

function clockAt(at: Date, timeZone: string): string {
  const format = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone } as const;
  return new Intl.DateTimeFormat("en-GB", format).format(at);
}
