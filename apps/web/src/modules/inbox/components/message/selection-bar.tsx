import { ForwardOutlined } from "@ant-design/icons";
import { maxForwarded } from "@homeroom/contract/chat-composer";
import { Button } from "antd";
import { use, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { conversationPaneId } from "../composer/focus-composer.ts";
import { MessageActions } from "./message-actions.tsx";
import styles from "./selection.module.css";

/** Replaces the composer while messages are selected: their number, forward, cancel. */
export function SelectionBar() {
  const { t } = useTranslation("composer");
  const { selection, forward } = use(MessageActions);
  const choosing = selection?.chosen != null;
  useEffect(() => (choosing ? returnFocus : undefined), [choosing]);
  if (!selection?.chosen || !forward) return null;
  const messages = [...selection.chosen.values()];
  return (
    <div
      className={laid("row fixed pad10x12 edged round12 surface", styles.bar)}
      role="group"
      aria-label={t("forward.choosing.title")}
    >
      <p className={layout.grow} role="status">
        {t("forward.choosing.count", { count: messages.length })}
        <small className={laid("quiet before8")}>{t("forward.choosing.most", { count: maxForwarded.messages })}</small>
      </p>
      <Button onClick={selection.end}>{t("forward.cancel")}</Button>
      <Button
        type="primary"
        icon={<ForwardOutlined aria-hidden />}
        disabled={messages.length === 0}
        onClick={() => forward(messages)}
      >
        {t("forward.verb")}
      </Button>
    </div>
  );
}

/** The focused checkbox is gone: the list takes the focus, not the field, which would open a phone's keyboard. */
function returnFocus(): void {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>(`#${conversationPaneId} [role="log"]`)?.focus();
}
