import { Alert, Button, Switch } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { noticePermission, playTone, useSound } from "#platform/alerts.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { PushSwitch } from "./push-switch.tsx";

/** The alerts of this browser: a tone, and desktop notices if the person and the browser allow them. */
export function BrowserAlerts() {
  const { t } = useTranslation("notices");
  const [sound, setSound] = useSound();
  const [permission, setPermission] = useState(noticePermission);
  const handleSound = (on: boolean) => {
    setSound(on);
    if (on) playTone();
  };
  const handleTest = () => {
    playTone();
    if (permission === "granted") new Notification(t("bell.title"), { body: t("preferences.browser.testBody") });
  };

  return (
    <section className={laid("card column gap12")} aria-labelledby="this-browser">
      <h2 id="this-browser" className={layout.title}>
        {t("preferences.browser.title")}
      </h2>
      <div className={laid("apart gap16")}>
        <span>
          {t("preferences.browser.sound")}
          <span className={laid("hint block regular")}>{t("preferences.browser.soundHint")}</span>
        </span>
        <Switch checked={sound} onChange={handleSound} aria-label={t("preferences.browser.sound")} />
      </div>
      {permission !== "unavailable" && (
        <div className={laid("apart gap16")}>
          <span>
            {t("preferences.browser.desktop")}
            <span className={laid("hint block regular")}>{t(`preferences.browser.permission.${permission}`)}</span>
          </span>
          {permission === "default" && (
            <Button onClick={() => void Notification.requestPermission().then(setPermission)}>
              {t("preferences.browser.allow")}
            </Button>
          )}
        </div>
      )}
      <PushSwitch />
      {permission === "denied" && (
        <Alert
          type="warning"
          showIcon
          title={t("preferences.browser.blocked")}
          description={t("preferences.browser.blockedDetail")}
        />
      )}
      <Button className={layout.selfStart} onClick={handleTest}>
        {t("preferences.browser.test")}
      </Button>
    </section>
  );
}
