/// <reference types="node" />
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { palettes } from "./palette.ts";

// Read as a file, since the test runner replaces style sheets with empty modules.
const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");

it.each([
  ["light", ":root {"],
  ["dark", ":root.dark {"],
] as const)("the style sheet holds the %s palette", (name, opening) => {
  const block = css.slice(css.indexOf(opening)).split("}")[0] ?? "";
  for (const [key, value] of Object.entries(palettes[name])) {
    const property = `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    expect(block).toContain(`${property}: ${value};`);
  }
});
