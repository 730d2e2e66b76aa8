import { useSyncExternalStore } from "react";

const names = {
  fill: "--color-fill",
  ink: "--color-ink",
  primary: "--color-primary",
  text: "--text",
  quiet: "--text-quiet",
  hairline: "--hairline",
  raised: "--raised",
  success: "--success",
} as const;

export type PageColours = Readonly<Record<keyof typeof names, string>>;

let known: { sign: string; colours: PageColours } | undefined;

/** The current colours of the page; the same object until one of them changes. */
function readColours(): PageColours {
  const style = getComputedStyle(document.documentElement);
  const values = Object.entries(names).map(([key, name]) => [key, style.getPropertyValue(name).trim()]);
  const sign = JSON.stringify(values);
  if (known?.sign !== sign) known = { sign, colours: Object.fromEntries(values) as PageColours };
  return known.colours;
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["class", "style"] });
  return () => observer.disconnect();
}

/** The page's colours as values, for code that cannot use style sheets; they update with the theme. */
export function usePageColours(): PageColours {
  return useSyncExternalStore(subscribe, readColours);
}
