import { type ComponentType, createElement, lazy, useState } from "react";

/**
 * A component that is loaded when it is first shown, or earlier by `prefetch`. Once loaded it is shown at once: React's own
 * `lazy` shows the fallback first even then, and delays the content by 300 ms.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null;
  const fetchPart = async () => {
    loaded = await load();
    return { default: loaded };
  };
  const Later: ComponentType<Props> = lazy(fetchPart);
  function LazyPart(props: Props) {
    // Keep the component that was rendered first: a different one would lose its state.
    const [Shown] = useState(() => loaded ?? Later);
    return createElement(Shown, props);
  }
  LazyPart.prefetch = () => void fetchPart().catch(() => undefined);
  return LazyPart;
}
