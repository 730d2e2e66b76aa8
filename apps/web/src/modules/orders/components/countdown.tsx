import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { timeLeft } from "../rules/countdown.ts";

interface CountdownProps {
  until: string;
  /** The server's clock when it answered: the reader's may be wrong. */
  serverTime: string;
  onEnd: () => void;
}

/** The time that is left to pay, second by second. */
export function Countdown({ until, serverTime, onEnd }: CountdownProps) {
  const { t } = useTranslation("orders");
  const [ahead] = useState(() => Date.parse(serverTime) - Date.now());
  const [now, setNow] = useState(() => Date.now() + ahead);
  const left = timeLeft(until, now);
  const isOver = left === null;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setNow(Date.now() + ahead), 1000);
    return () => clearInterval(timer);
  }, [ahead, isOver]);
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
