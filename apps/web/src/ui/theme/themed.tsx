import type { Language } from "@homeroom/contract/language";
import { App, ConfigProvider } from "antd";
import type { Locale } from "antd/es/locale";
import english from "antd/es/locale/en_US";
import dayjs from "dayjs";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { media } from "#platform/media.ts";
import { antdTheme } from "./antd-theme.ts";
import type { Appearance } from "./page-theme.ts";

const packs: Record<Language, () => Promise<Locale>> = {
  "zh-tw": async () => {
    const [pack] = await Promise.all([import("antd/es/locale/zh_TW"), import("dayjs/locale/zh-tw")]);
    dayjs.locale("zh-tw");
    return pack.default;
  },
  "zh-cn": async () => {
    const [pack] = await Promise.all([import("antd/es/locale/zh_CN"), import("dayjs/locale/zh-cn")]);
    dayjs.locale("zh-cn");
    return pack.default;
  },
  en: async () => {
    const pack = await import("antd/es/locale/en_GB");
    dayjs.locale("en");
    return pack.default;
  },
};

/** antd's own words and the calendar's, in a language. */
function antdLocale(language: Language): Promise<Locale> {
  return packs[language]();
}

interface ThemedProps extends Appearance {
  language: Language;
  children: ReactNode;
}

/** A person who asked for less motion: antd would otherwise wait for the ends of movements that the style sheet stops. */
const calm = media("(prefers-reduced-motion: reduce)");

/** Short words lie on the navbar, which has no inputs. Of several only the latest is in sight, the others wait under it. */
const wordsOnNavbar = { top: 5, maxCount: 3, stack: { threshold: 1 } };

const componentSizes = { default: "medium", large: "large", small: "small" } as const;

/** Gives antd the appearance and its own words; everything below may use antd's parts and `App.useApp()`. */
export function Themed({ dark, themeColor, size, language, children }: ThemedProps) {
  // Never empty: when the first one comes, antd wraps everything below again, and unsaved text would be lost.
  const [locale, setLocale] = useState<Locale>(english);
  useEffect(() => {
    let wanted = true;
    void antdLocale(language).then((pack) => wanted && setLocale(pack));
    return () => {
      wanted = false;
    };
  }, [language]);
  const theme = useMemo(() => {
    const { token, ...rest } = antdTheme({ dark, themeColor, size });
    return { ...rest, token: { ...token, motion: !calm.matches() } };
  }, [dark, themeColor, size]);

  return (
    <ConfigProvider
      theme={theme}
      componentSize={componentSizes[size]}
      locale={locale}
      button={{ autoInsertSpace: false }}
    >
      <App message={wordsOnNavbar}>{children}</App>
    </ConfigProvider>
  );
}
