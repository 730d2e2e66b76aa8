import { Button, Radio, Switch } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { noticePermission, playTone, useSound } from "#platform/alerts.ts";
import layout from "#ui/layout.module.css";
import { useAlertRule } from "../../api/alert-rule.ts";
import { type AlertRule, alertRules } from "../../rules/alert-rule.ts";

/** How a new message makes itself known in this browser. */
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
    <div className={`${layout.column} ${layout.wide} ${layout.gap12}`}>
      <Radio.Group
        vertical
        aria-label={t("alerts.which")}
        value={rule}
        options={alertRules.map((value) => ({ value, label: t(`alerts.rule.${value}`) }))}
        onChange={({ target }) => setRule(target.value as AlertRule)}
      />
      <label className={`${layout.apart} ${layout.gap12}`}>
        <span>
          {t("alerts.sound")}
          <p className={`${layout.small} ${layout.leading18}`}>{t("alerts.soundDetail")}</p>
        </span>
        <Switch checked={sound} disabled={rule === "off"} onChange={handleSound} aria-label={t("alerts.sound")} />
      </label>
      {permission !== "unavailable" && (
        <div className={`${layout.apart} ${layout.gap12}`}>
          <span>
            {t("alerts.notice")}
            <p className={`${layout.small} ${layout.leading18}`}>{t(`alerts.permission.${permission}`)}</p>
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
