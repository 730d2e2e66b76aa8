import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { usePreference } from "#platform/preferences.ts";
import styles from "./page-preview.module.css";

const widths = { phone: "390px", tablet: "768px", desktop: "100%" } as const;
type Device = keyof typeof widths;

/** A draft for people without an account, at the width of a phone, a tablet or a desktop. Nothing in it can run. */
export function PagePreview() {
  const { t } = useTranslation("landingPreview");
  const [search] = useSearchParams();
  const [device, setDevice] = useState<Device>("desktop");
  const [language] = usePreference("language");
  const address = `/api_webhook/LandingPage/Preview?${new URLSearchParams({ key: search.get("key") ?? "", language })}`;
  return (
    <main className={styles.page}>
      <header className={styles.bar}>
        <h1 className={styles.title}>{t("title")}</h1>
        <div className={styles.devices} role="group" aria-label={t("device")}>
          {(Object.keys(widths) as Device[]).map((one) => (
            <button
              key={one}
              type="button"
              className={styles.device}
              aria-pressed={one === device}
              onClick={() => setDevice(one)}
            >
              {t(one)}
            </button>
          ))}
        </div>
      </header>
      <div className={styles.stage}>
        <iframe
          className={styles.frame}
          style={{ width: widths[device] }}
          title={t("title")}
          sandbox=""
          src={address}
          referrerPolicy="no-referrer"
        />
      </div>
    </main>
  );
}
