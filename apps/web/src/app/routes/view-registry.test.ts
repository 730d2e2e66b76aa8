import { expect, it } from "vitest";
import { findView, type View } from "./view-registry.ts";

const view = (): View => ({ load: async () => () => null, texts: [] });
const registry = { "lead/index": view(), "lead/edit": view() };

it.each([
  ["lead/index", "lead/index"],
  ["lead", "lead/index"],
  ["lead/edit", "lead/edit"],
  ["lead/edit/index", "lead/edit"],
] as const)("%s is the view %s", (name, key) => expect(findView(registry, name)).toBe(registry[key]));

it.each(["leads", "", "constructor", "__proto__", "lead/edit/index/index"])("%j is unknown", (name) => {
  expect(findView(registry, name)).toBeUndefined();
});
