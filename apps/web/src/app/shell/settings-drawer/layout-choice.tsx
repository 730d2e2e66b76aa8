import { useTranslation } from "react-i18next";
import { layouts, usePreference } from "#platform/preferences.ts";
import styles from "./layout-choice.module.css";

/** The three layouts as small pictures. Their names are no antd tooltips: one that is open would take the Escape of the drawer. */
export function LayoutChoice() {
  const { t } = useTranslation("shell");
  const [layout, setLayout] = usePreference("layout");
  return (
    <div className={styles.tiles} role="group" aria-label={t("settings.layout")}>
      {layouts.map((one) => (
        <button
          key={one}
          type="button"
          className={styles.tile}
          data-layout={one}
          aria-pressed={one === layout}
          aria-label={t(`layout.${one}`)}
          title={t(`layout.${one}`)}
          onClick={() => setLayout(one)}
        >
          <span className={styles.bar} />
          <span className={styles.column} />
        </button>
      ))}
    </div>
  );
}
