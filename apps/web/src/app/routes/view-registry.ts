import type { ComponentType } from "react";

/** A screen that the server's menu can name. */
export interface View {
  load: () => Promise<ComponentType>;
  /** Namespaces of its texts, which load with it. */
  texts: readonly string[];
  /** Prefetches its first data when a person is about to open it. */
  prefetch?: () => Promise<void>;
}

export type ViewRegistry = Readonly<Record<string, View>>;

/** The view with a name, with or without `/index` at its end; undefined if it is not registered. */
export function findView(registry: ViewRegistry, name: string): View | undefined {
  const other = name.endsWith("/index") ? name.slice(0, -"/index".length) : `${name}/index`;
  if (Object.hasOwn(registry, name)) return registry[name];
  return Object.hasOwn(registry, other) ? registry[other] : undefined;
}
