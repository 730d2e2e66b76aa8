import type { Language } from "@homeroom/contract/language";
import { ConfigProvider } from "antd";
import type { Locale } from "antd/es/locale";
import english from "antd/es/locale/en_US";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { media } from "#platform/media.ts";
import { FeedbackHost } from "../feedback/feedback-host.tsx";
import { loadAntdLocale, loadCalendarWords, loadedAntdLocale } from "./antd-locale.ts";
import { antdTheme } from "./antd-theme.ts";
import type { Appearance } from "./page-theme.ts";

interface ThemedProps extends Appearance {
  language: Language;
  children: ReactNode;
}

/** For people who prefer reduced motion: antd would otherwise wait for the end of animations that the style sheet stops. */
const calm = media("(prefers-reduced-motion: reduce)");

const componentSizes = { default: "medium", large: "large", small: "small" } as const;

/** Gives antd its theme and texts; everything below may use antd's components and `useFeedback()`. */
export function Themed({ dark, themeColor, size, language, children }: ThemedProps) {
  // Never empty: with the first entry antd would wrap everything below again, and unsaved text would be lost.
  const [locale, setLocale] = useState<Locale>(() => loadedAntdLocale(language) ?? english);
  useEffect(() => {
    let wanted = true;
    void Promise.all([loadAntdLocale(language), loadCalendarWords(language)]).then(
      ([words]) => wanted && setLocale(words),
    );
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
