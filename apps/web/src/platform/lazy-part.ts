import { type ComponentType, createElement, lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

/**
 * A component that is loaded when it is first shown, or earlier by `prefetch`. Once loaded it is shown at once: React's own
 * `lazy` shows the fallback first even then, and delays the content by 300 ms. Without a connection it says so in its place
 * and loads once there is one: a failure would replace the whole page.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null;
  const fetchPart = async () => {
    loaded = await loadedOnline(load);
    return { default: loaded };
  };
  const Later: ComponentType<Props> = lazy(fetchPart);
  function LazyPart(props: Props) {
    // Keep the component that was rendered first: a different one would lose its state.
    const [Shown] = useState(() => loaded ?? Later);
    return createElement(Suspense, { fallback: createElement(OfflineNote) }, createElement(Shown, props));
  }
  LazyPart.prefetch = () => void fetchPart().catch(() => undefined);
  return LazyPart;
}

async function loadedOnline<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (reason) {
    if (navigator.onLine) throw reason;
    await new Promise((resolve) => window.addEventListener("online", resolve, { once: true }));
    fetchStylesAgain();
    return loadedOnline(load);
  }
}

/** The build's loader never requests a stylesheet twice, even after it failed. */
function fetchStylesAgain(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (hasFailed(link)) link.replaceWith(link.cloneNode());
}

/** Chromium gives a failed link a sheet whose rules cannot be read; other browsers give it none. */
function hasFailed({ sheet }: HTMLLinkElement): boolean {
  try {
    return !sheet?.cssRules;
  } catch {
    return true;
  }
}

function OfflineNote() {
  const { t } = useTranslation("ui");
  const [isOffline] = useState(() => !navigator.onLine);
  return isOffline ? createElement("p", { role: "alert", className: "offline-note" }, t("offlinePart")) : null;
}
