import type { ThemeName } from "@homeroom/contract/page-design/themes";
import { useTranslation } from "react-i18next";
import type { Controlled } from "#ui/choice/choice-select.tsx";
import { laid } from "#ui/laid.ts";
import { usePageChoices } from "../api/pages.ts";
import styles from "./theme-choice.module.css";

/** The designs to choose from, each as a small picture. */
export function ThemeChoice({ id, value, onChange }: Controlled<ThemeName>) {
  const { t } = useTranslation("landingPages");
  const { themes } = usePageChoices();
  return (
    <div className={laid("gridBox gap8", styles.themes)} role="radiogroup" aria-label={t("fields.theme")} id={id}>
      {themes.map(({ value: name, label, picture }) => (
        <label
          key={name}
          className={laid("closeGrid outlined round8 text12 leading20 textCentre relative pointer", styles.theme)}
          data-chosen={name === value || undefined}
        >
          <input type="radio" name="theme" checked={name === value} onChange={() => onChange?.(name)} />
          <img className={laid("outlined round6", styles.sample)} src={picture} alt="" width={120} height={90} />
          {label}
        </label>
      ))}
    </div>
  );
}
