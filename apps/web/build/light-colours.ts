import { join } from "node:path";
import type { Plugin } from "vite";

/**
 * Keeps the colour picker out of every page with a button or a tooltip: antd's button, tag and tooltip use three of its
 * functions to find out how bright a colour is.
 */
export function lightColours(): Plugin {
  return {
    name: "light-colours",
    apply: "build",
    enforce: "pre",
    resolveId: {
      filter: { id: /\/color-picker\/(color|util|components\/ColorPresets)$/ },
      handler(_id, importer = "") {
        const asked = /\/antd\/es\/(button\/style\/token|tag\/style\/index|tooltip\/util)\.js$/.test(
          importer.replaceAll("\\", "/"),
        );
        return asked ? join(import.meta.dirname, "picker-colours.ts") : null;
      },
    },
  };
}
