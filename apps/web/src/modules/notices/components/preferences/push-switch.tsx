import { Switch } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import { pushState, turnPushOff, turnPushOn } from "../../api/push.ts";

/** Whether this phone or browser gets push notifications, even while Homeroom is closed. */
export function PushSwitch() {
  const { t } = useTranslation("notices");
  const { failed } = useFeedback();
  const [state, setState] = useState(pushState);
  const [isBusy, setBusy] = useState(false);
  const handleChange = async (on: boolean) => {
    setBusy(true);
    try {
      await (on ? turnPushOn() : turnPushOff());
    } catch (reason) {
      failed(typeof reason === "string" ? reason : t("preferences.push.failed"));
    }
    setState(pushState());
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
