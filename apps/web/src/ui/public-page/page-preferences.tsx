import { type Language, languages } from "@homeroom/contract/language";
import { useTranslation } from "react-i18next";
import { languageNames } from "#platform/i18n/language-names.ts";
import { type Preferences, themes, usePreference } from "#platform/preferences.ts";
import styles from "./page-preferences.module.css";

/** Language and theme, before sign-in. */
export function PagePreferences() {
  const { t } = useTranslation("plain");
  const [language, setLanguage] = usePreference("language");
  const [theme, setTheme] = usePreference("theme");
  return (
    <>
      <select
        className={styles.select}
        aria-label={t("language")}
        value={language}
        onChange={({ target }) => setLanguage(target.value as Language)}
      >
        {languages.map((one) => (
          <option key={one} value={one} lang={one}>
            {languageNames[one]}
          </option>
        ))}
      </select>
      <select
        className={styles.select}
        aria-label={t("theme.label")}
        value={theme}
        onChange={({ target }) => setTheme(target.value as Preferences["theme"])}
      >
        {themes.map((one) => (
          <option key={one} value={one}>
            {t(`theme.${one}`)}
          </option>
        ))}
      </select>
    </>
  );
}
