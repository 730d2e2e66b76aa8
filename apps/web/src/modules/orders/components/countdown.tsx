import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { timeLeft } from "../rules/countdown.ts";

interface CountdownProps {
  until: string;
  /** The server's clock when it answered: the reader's may be wrong. */
  serverTime: string;
  /** When it answered, by the reader's clock: what is shown may have been kept since. */
  readAt: number;
  onEnd: () => void;
}

/** The time that is left to pay, second by second. */
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
