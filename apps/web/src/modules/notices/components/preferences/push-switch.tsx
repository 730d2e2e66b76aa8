import { Switch } from "antd";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import { useNoticePermission } from "../../api/permission.ts";
import { pushState, renewPush, turnPushOff, turnPushOn } from "../../api/push.ts";

/** Whether this phone or browser gets push notifications, even while Homeroom is closed. */
export function PushSwitch() {
  const { t } = useTranslation("notices");
  const { failed } = useFeedback();
  const permission = useNoticePermission();
  const [isBusy, setBusy] = useState(false);
  const state = pushState();
  // A browser that withdraws the permission ends its subscription too.
  useEffect(() => {
    if (permission === "granted") renewPush().catch(() => undefined);
  }, [permission]);
  const handleChange = async (on: boolean) => {
    setBusy(true);
    try {
      await (on ? turnPushOn() : turnPushOff());
    } catch (reason) {
      failed(typeof reason === "string" ? reason : t("preferences.push.failed"));
    }
    setBusy(false);
  };

  return (
    <div className={laid("apart gap16")}>
      <span>
        {t("preferences.push.title")}
        <span className={laid("hint block regular")}>{t(`preferences.push.state.${state}`)}</span>
      </span>
      {(state === "on" || state === "off") && (
        <Switch
          checked={state === "on"}
          loading={isBusy}
          onChange={(on) => void handleChange(on)}
          aria-label={t("preferences.push.title")}
        />
      )}
    </div>
  );
}
