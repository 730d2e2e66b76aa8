import { type ThemeName, themeNames, themes } from "@homeroom/contract/page-design/themes";
import { useTranslation } from "react-i18next";
import type { Controlled } from "#ui/choice/choice-select.tsx";
import layout from "#ui/layout.module.css";
import styles from "./theme-choice.module.css";

/** The designs to choose from, each as its colours. */
export function ThemeChoice({ id, value, onChange }: Controlled<ThemeName>) {
  const { t } = useTranslation("landingPages");
  return (
    <div
      className={`${layout.gridBox} ${layout.gap8} ${styles.themes}`}
      role="radiogroup"
      aria-label={t("fields.theme")}
      id={id}
    >
      {themeNames.map((name) => {
        const { paper, ink, accent, soft, radius } = themes[name];
        return (
          <label
            key={name}
            className={`${layout.closeGrid} ${layout.outlined} ${layout.round8} ${layout.text12} ${layout.leading20} ${layout.textCentre} ${layout.relative} ${layout.pointer} ${styles.theme}`}
            data-chosen={name === value || undefined}
          >
            <input type="radio" name="theme" checked={name === value} onChange={() => onChange?.(name)} />
            <span
              className={`${layout.gridBox} ${layout.outlined} ${layout.round6} ${styles.sample}`}
              style={{ background: paper, color: ink }}
              aria-hidden
            >
              <span className={`${layout.round3} ${styles.line}`} />
              <span className={styles.half} style={{ background: soft }} />
              <span className={styles.press} style={{ background: accent, borderRadius: radius / 2 }} />
            </span>
            {t(`themes.${name}`)}
          </label>
        );
      })}
    </div>
  );
}
