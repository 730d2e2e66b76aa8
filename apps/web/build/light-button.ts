import { join } from "node:path";
import type { Plugin } from "vite";

/** Keeps the colour picker out of every page with a button: antd's button asks two functions of it how bright a colour is. */
export function lightButton(): Plugin {
  return {
    name: "light-button",
    apply: "build",
    enforce: "pre",
    resolveId: {
      filter: { id: /\/color-picker\/(color|components\/ColorPresets)$/ },
      handler(_id, importer = "") {
        const asked = importer.replaceAll("\\", "/").endsWith("/antd/es/button/style/token.js");
        return asked ? join(import.meta.dirname, "button-colours.ts") : null;
      },
    },
  };
}
