import type { Language } from "@homeroom/contract/language";
import { ConfigProvider } from "antd";
import type { Locale } from "antd/es/locale";
import english from "antd/es/locale/en_US";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { media } from "#platform/media.ts";
import { FeedbackHost } from "../feedback/feedback-host.tsx";
import { antdTheme } from "./antd-theme.ts";
import type { Appearance } from "./page-theme.ts";

const packs: Record<Language, () => Promise<Locale>> = {
  "zh-tw": async () => {
    const [pack] = await Promise.all([import("antd/es/locale/zh_TW"), speak("zh-tw", import("dayjs/locale/zh-tw"))]);
    return pack.default;
  },
  "zh-cn": async () => {
    const [pack] = await Promise.all([import("antd/es/locale/zh_CN"), speak("zh-cn", import("dayjs/locale/zh-cn"))]);
    return pack.default;
  },
  en: async () => {
    const [pack] = await Promise.all([import("antd/es/locale/en_GB"), speak("en")]);
    return pack.default;
  },
};

/** Gives the calendar its words. It comes after the page, which shows none. */
async function speak(language: Language, words?: Promise<unknown>): Promise<void> {
  const [{ default: dayjs }] = await Promise.all([import("dayjs"), words]);
  dayjs.locale(language);
}

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

const componentSizes = { default: "medium", large: "large", small: "small" } as const;

/** Gives antd the appearance and its own words; everything below may use antd's parts and `useFeedback()`. */
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
      {children}
      <FeedbackHost />
    </ConfigProvider>
  );
}
