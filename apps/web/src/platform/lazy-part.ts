import { type ComponentProps, type ComponentType, createElement, type JSX, lazy, useState } from "react";

// biome-ignore lint/suspicious/noExplicitAny: any component may come later.
type Part = ComponentType<any>;

/**
 * A component that is loaded when it is first shown, or earlier by `prefetch`. Once loaded it is shown at once: React's own
 * `lazy` shows the fallback first even then, and holds what follows back for 300 ms.
 */
export function lazyPart<Component extends Part>(load: () => Promise<Component>) {
  let loaded: Component | null = null;
  const prefetch = async () => {
    loaded = await load();
    return { default: loaded };
  };
  const Later = lazy(prefetch);
  function LazyPart(props: ComponentProps<Component>): JSX.Element {
    // What one has begun with stays: another component would begin again.
    const [Shown] = useState<Part>(() => loaded ?? Later);
    return createElement(Shown, props);
  }
  LazyPart.prefetch = () => void prefetch().catch(() => undefined);
  return LazyPart;
}
