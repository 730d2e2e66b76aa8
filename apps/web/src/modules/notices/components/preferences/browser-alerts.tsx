import { Alert, Button, Switch } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { playTone, useSound } from "#platform/alerts.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useNoticePermission } from "../../api/permission.ts";
import { PushSwitch } from "./push-switch.tsx";

/** The alerts of this browser: a tone, and desktop notices if the person and the browser allow them. */
export function BrowserAlerts() {
  const { t } = useTranslation("notices");
  const [sound, setSound] = useSound();
  const permission = useNoticePermission();
  const [, setAnswered] = useState<NotificationPermission>();
  const allow = async () => setAnswered(await Notification.requestPermission());
  const handleSound = (on: boolean) => {
    setSound(on);
    if (on) playTone();
  };
  const handleTest = () => {
    playTone();
    if (permission === "granted") void showTest(t("bell.title"), t("preferences.browser.testBody"));
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
          {permission === "default" && <Button onClick={() => void allow()}>{t("preferences.browser.allow")}</Button>}
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

/** Chrome on Android shows notifications only through the service worker. */
async function showTest(title: string, body: string): Promise<void> {
  try {
    new Notification(title, { body });
  } catch {
    const { pathname, search } = window.location;
    const worker = await navigator.serviceWorker?.getRegistration();
    await worker?.showNotification(title, { body, data: { path: `${pathname}${search}` } });
  }
}
