import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

interface CountdownProps {
  until: string;
  /** The server's clock when it answered: the reader's may be wrong. */
  serverTime: string;
  /** When it answered, by the reader's clock: the answer may come from the cache. */
  readAt: number;
  onEnd: () => void;
}

/** The time left to pay, second by second. */
export function Countdown({ until, serverTime, readAt, onEnd }: CountdownProps) {
  const { t } = useTranslation("orders");
  const ahead = Date.parse(serverTime) - readAt;
  const [now, setNow] = useState(() => Date.now());
  const left = timeLeft(until, now + ahead);
  const isOver = left === null;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  useEffect(() => {
    if (isOver) onEnd();
  }, [isOver, onEnd]);
  if (!left) return t("timeOver");
  const two = (value: number) => String(value).padStart(2, "0");
  return (
    <span role="timer" aria-label={t("fields.timeLeft")}>
      {left.hours > 0 ? `${left.hours}:` : ""}
      {two(left.minutes)}:{two(left.seconds)}
    </span>
  );
}

/** The time left, in whole parts. */
export interface TimeLeft {
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

/** The time left until a moment, by a clock that may differ from the reader's; null if it is over. */
export function timeLeft(until: string, now: number): TimeLeft | null {
  const left = Math.floor((Date.parse(until) - now) / 1000);
  if (left <= 0) return null;
  return { hours: Math.floor(left / 3600), minutes: Math.floor(left / 60) % 60, seconds: left % 60 };
}
