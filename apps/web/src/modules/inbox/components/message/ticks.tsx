import { ClockCircleOutlined, ExclamationCircleOutlined, QuestionCircleOutlined } from "@ant-design/icons";
import type { MessageState } from "@homeroom/contract/chat";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import { type TickSign, tickOf } from "../../rules/message-state.ts";
import styles from "./ticks.module.css";

/** The status of our message: ✓ sent, ✓✓ delivered, ✓✓ in colour read. Its label has the words. */
export function Ticks({ state }: { state: MessageState }) {
  const { t } = useTranslation("inbox");
  const sign = tickOf(state);
  if (!sign) return null;
  const label = t(`state.${state}`);
  return (
    <span
      className={laid("inlineMiddle small fixed", styles.ticks)}
      data-sign={sign}
      role="img"
      aria-label={label}
      title={label}
    >
      <Sign sign={sign} />
    </span>
  );
}

function Sign({ sign }: { sign: TickSign }) {
  if (sign === "waiting") return <ClockCircleOutlined aria-hidden />;
  if (sign === "failed") return <ExclamationCircleOutlined aria-hidden />;
  if (sign === "unsure") return <QuestionCircleOutlined aria-hidden />;
  return (
    <svg viewBox="0 0 18 12" width="18" height="12" aria-hidden>
      <path d={sign === "one" ? "M4 6.5 7.5 10 14 2.5" : "M1 6.5 4.5 10 11 2.5M8.5 9 9.5 10 16 2.5"} />
    </svg>
  );
}
