import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./pay.module.css";

interface TimeLeftProps {
  until: string;
  /** The server's clock when it answered: the reader's may be wrong. */
  serverTime: string;
  onEnd: () => void;
}

/** The time that is left to pay, second by second. */
export function TimeLeft({ until, serverTime, onEnd }: TimeLeftProps) {
  const { t } = useTranslation("pay");
  const [ahead] = useState(() => Date.parse(serverTime) - Date.now());
  const secondsLeft = () => Math.max(Math.floor((Date.parse(until) - Date.now() - ahead) / 1000), 0);
  const [seconds, setSeconds] = useState(secondsLeft);
  const isOver = seconds === 0;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setSeconds(secondsLeft()), 1000);
    return () => clearInterval(timer);
  });
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    // Once, when the time runs out: a page that is asked for again may be open as before for a moment.
    if (isOver) end();
  }, [isOver]);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return (
    <p className={styles.quiet}>
      {t("timeLeft")}{" "}
      <span role="timer" className={styles.time}>
        {[...(hours > 0 ? [hours] : []), minutes, seconds % 60].map((part) => String(part).padStart(2, "0")).join(":")}
      </span>
    </p>
  );
}
