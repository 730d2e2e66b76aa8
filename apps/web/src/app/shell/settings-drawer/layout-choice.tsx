import { useTranslation } from "react-i18next";
import { layouts, usePreference } from "#platform/preferences.ts";
import { laid } from "#ui/laid.ts";
import styles from "./layout-choice.module.css";

/** The three layouts as small pictures. Their names are no antd tooltips: one that is open would take the Escape of the drawer. */
export function LayoutChoice() {
  const { t } = useTranslation("shell");
  const [layout, setLayout] = usePreference("layout");
  return (
    <div className={laid("flexBox gap12")} role="group" aria-label={t("settings.layout")}>
      {layouts.map((one) => (
        <button
          key={one}
          type="button"
          className={laid("noPadding round4 clip relative pointer", styles.tile)}
          data-layout={one}
          aria-pressed={one === layout}
          aria-label={t(`layout.${one}`)}
          title={t(`layout.${one}`)}
          onClick={() => setLayout(one)}
        >
          <span className={laid("wide absolute top0", styles.bar)} />
          <span className={laid("tall absolute left0", styles.column)} />
        </button>
      ))}
    </div>
  );
}
