import type { Plugin, Rolldown } from "vite";

/**
 * Tells `first-paint.js` the scripts of the shell and of the pages before sign-in, so that a browser fetches those it needs
 * together with the entry and not after it. A visitor never fetches the shell on the way to the sign-in page.
 */
export function preloadShell(files: { shell: readonly string[]; public: readonly string[] }): Plugin {
  return {
    name: "preload-shell",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter(
          (part): part is Rolldown.OutputChunk => part.type === "chunk",
        );
        const scriptsOf = (sources: readonly string[]) => {
          const found = chunks.filter(({ moduleIds }) =>
            moduleIds.some((id) => sources.some((one) => id.endsWith(one))),
          );
          const names = new Set(found.flatMap(({ fileName, imports }) => [fileName, ...imports]));
          return [...names].map((name) => `/${name}`).join(" ");
        };
        const lists = `data-shell="${scriptsOf(files.shell)}" data-public="${scriptsOf(files.public)}"`;
        return html.replace('src="/first-paint.js"', `src="/first-paint.js" ${lists}`);
      },
    },
  };
}
