import { Tooltip } from "antd";
import { useTranslation } from "react-i18next";
import { layouts, usePreference } from "#platform/preferences.ts";
import styles from "./layout-choice.module.css";

/** The three layouts as small pictures. */
export function LayoutChoice() {
  const { t } = useTranslation("shell");
  const [layout, setLayout] = usePreference("layout");
  return (
    <div className={styles.tiles} role="group" aria-label={t("settings.layout")}>
      {layouts.map((one) => (
        <Tooltip key={one} title={t(`layout.${one}`)}>
          <button
            type="button"
            className={styles.tile}
            data-layout={one}
            aria-pressed={one === layout}
            aria-label={t(`layout.${one}`)}
            onClick={() => setLayout(one)}
          >
            <span className={styles.bar} />
            <span className={styles.column} />
          </button>
        </Tooltip>
      ))}
    </div>
  );
}
