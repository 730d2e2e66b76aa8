import { maxForwarded } from "@homeroom/contract/chat-composer";
import { Checkbox, type CheckboxRef } from "antd";
import { use, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import { whyNotChosen } from "../../rules/composer/forwarding.ts";
import type { ShownMessage } from "../../rules/shown-message.ts";
import { MessageActions } from "./message-actions.tsx";
import styles from "./selection.module.css";

/** The checkbox beside a message during selection, or why it cannot be forwarded. */
export function SelectionBox({ message }: { message: ShownMessage }) {
  const { t } = useTranslation("composer");
  const { selection } = use(MessageActions);
  const reasonId = useId();
  const box = useRef<CheckboxRef>(null);
  const isFirst = selection?.chosen?.size === 1 && selection.chosen.has(message.messageId);
  const [begins] = useState(isFirst);
  // The menu that had the focus is gone.
  useEffect(() => {
    if (begins) box.current?.focus();
  }, [begins]);
  if (!selection?.chosen) return null;
  const checked = selection.chosen.has(message.messageId);
  const why = whyNotChosen(message, selection.chosen);
  return (
    <>
      <Checkbox
        ref={box}
        className={laid("alignCentre absolute onTop", styles.box)}
        checked={checked}
        // A message that was withdrawn after it was selected can still be deselected.
        disabled={why !== null && !checked}
        aria-label={t("forward.choosing.message", { words: message.text.slice(0, 60) })}
        aria-describedby={why ? reasonId : undefined}
        onChange={() => selection.toggle(message)}
      />
      {why && (
        <p id={reasonId} className={laid("small pad0x4 leading18", styles.reason)}>
          {t(`forward.not.${why}`, { count: maxForwarded.messages })}
        </p>
      )}
    </>
  );
}
