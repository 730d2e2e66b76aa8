import { App, Button } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

const undoSeconds = 7;

/**
 * Short words after an action: `done`, `failed` (the client's text), and `undoable`, which offers to take the action
 * back for some seconds.
 */
export function useFeedback() {
  const { message, notification, modal } = App.useApp();
  const { t } = useTranslation("ui");

  return useMemo(
    () => ({
      done: (text: string) => void message.success(text),
      failed: (text: unknown) => void message.error(typeof text === "string" ? text : t("somethingWrong")),
      undoable(text: string, undo: () => void) {
        const key = `undo-${Date.now()}`;
        notification.open({
          key,
          title: text,
          duration: undoSeconds,
          showProgress: true,
          actions: (
            <Button
              size="small"
              onClick={() => {
                notification.destroy(key);
                undo();
              }}
            >
              {t("undo")}
            </Button>
          ),
        });
      },
      /** Asks before the irreversible; resolves to whether the person agreed. `verb` names what will happen. */
      confirm: (question: { title: string; detail?: string; verb: string; danger?: boolean }) =>
        new Promise<boolean>((resolve) => {
          modal.confirm({
            title: question.title,
            content: question.detail,
            okText: question.verb,
            okButtonProps: { danger: question.danger ?? false },
            // The Enter key must not destroy what a person has not read about.
            focusable: { autoFocusButton: question.danger ? "cancel" : "ok" },
            cancelText: t("cancel"),
            onOk: () => resolve(true),
            onCancel: () => resolve(false),
          });
        }),
    }),
    [message, notification, modal, t],
  );
}
