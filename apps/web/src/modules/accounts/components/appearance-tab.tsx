import { type Language, languages } from "@homeroom/contract/language";
import { Segmented, Select } from "antd";
import { useTranslation } from "react-i18next";
import { languageNames } from "#platform/i18n/language-names.ts";
import { type Preferences, sizes, themes, usePreference } from "#platform/preferences.ts";
import { Section } from "./section.tsx";

/** Language and looks. They apply at once; mails use the language too. */
export function AppearanceTab() {
  const { t } = useTranslation("account");
  const [language, setLanguage] = usePreference("language");
  const [theme, setTheme] = usePreference("theme");
  const [size, setSize] = usePreference("size");
  return (
    <>
      <Section
        title={t("appearance.language")}
        detail={t("appearance.languageDetail")}
        actions={
          <Select
            value={language}
            aria-label={t("appearance.language")}
            style={{ minWidth: 160 }}
            options={languages.map((value) => ({ value, label: languageNames[value] }))}
            onChange={(value: Language) => setLanguage(value)}
          />
        }
      />
      <Section
        title={t("appearance.theme")}
        detail={t("appearance.themeDetail")}
        actions={
          <Segmented
            value={theme}
            onChange={(value: Preferences["theme"]) => setTheme(value)}
            options={themes.map((value) => ({ value, label: t(`theme.${value}`) }))}
          />
        }
      />
      <Section
        title={t("appearance.size")}
        actions={
          <Segmented
            value={size}
            onChange={(value: Preferences["size"]) => setSize(value)}
            options={sizes.map((value) => ({ value, label: t(`size.${value}`) }))}
          />
        }
      />
    </>
  );
}
