import { Button, Radio, Switch } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { noticePermission, playTone, useSound } from "#platform/alerts.ts";
import { laid } from "#ui/laid.ts";
import { useAlertRule } from "../../api/alert-rule.ts";
import { type AlertRule, alertRules } from "../../rules/alert-rule.ts";

/** How this browser announces a new message. */
export function AlertSettings() {
  const { t } = useTranslation("inbox");
  const [rule, setRule] = useAlertRule();
  const [sound, setSound] = useSound();
  const [permission, setPermission] = useState(noticePermission);
  const handleSound = (on: boolean) => {
    setSound(on);
    if (on) playTone();
  };
  const handleAsk = () => void Notification.requestPermission().then(setPermission);

  return (
    <div className={laid("column wide gap12")}>
      <Radio.Group
        vertical
        aria-label={t("alerts.which")}
        value={rule}
        options={alertRules.map((value) => ({ value, label: t(`alerts.rule.${value}`) }))}
        onChange={({ target }) => setRule(target.value as AlertRule)}
      />
      <label className={laid("apart gap12")}>
        <span>
          {t("alerts.sound")}
          <p className={laid("small leading18")}>{t("alerts.soundDetail")}</p>
        </span>
        <Switch checked={sound} disabled={rule === "off"} onChange={handleSound} aria-label={t("alerts.sound")} />
      </label>
      {permission !== "unavailable" && (
        <div className={laid("apart gap12")}>
          <span>
            {t("alerts.notice")}
            <p className={laid("small leading18")}>{t(`alerts.permission.${permission}`)}</p>
          </span>
          {permission === "default" && (
            <Button size="small" onClick={handleAsk}>
              {t("alerts.allow")}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
