import { BellOutlined } from "@ant-design/icons";
import { Button, Popover, Switch } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { noticePermission, playTone, useSound } from "#platform/alerts.ts";
import styles from "./list-pane.module.css";

/** How a new message makes itself known in this browser. */
export function AlertSettings() {
  const { t } = useTranslation("inbox");
  return (
    <Popover trigger="click" placement="bottomRight" content={<Choices />}>
      <Button type="text" icon={<BellOutlined />} aria-label={t("alerts.title")} title={t("alerts.title")} />
    </Popover>
  );
}

function Choices() {
  const { t } = useTranslation("inbox");
  const [sound, setSound] = useSound();
  const [permission, setPermission] = useState(noticePermission);
  const handleSound = (on: boolean) => {
    setSound(on);
    if (on) playTone();
  };
  const handleAsk = () => void Notification.requestPermission().then(setPermission);

  return (
    <div className={styles.alerts}>
      <label className={styles.alert}>
        <span>
          {t("alerts.sound")}
          <p>{t("alerts.soundDetail")}</p>
        </span>
        <Switch checked={sound} onChange={handleSound} aria-label={t("alerts.sound")} />
      </label>
      {permission !== "unavailable" && (
        <div className={styles.alert}>
          <span>
            {t("alerts.notice")}
            <p>{t(`alerts.permission.${permission}`)}</p>
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
