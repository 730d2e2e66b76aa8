import type { Plugin, Rolldown } from "vite";

/**
 * Tells `first-paint.js` which scripts the shell is made of, so that somebody who is signed in fetches them beside the
 * entry and not after it. Others never fetch them on the way to the sign-in page.
 */
export function preloadShell(file: string): Plugin {
  return {
    name: "preload-shell",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        const shell = Object.values(bundle ?? {}).find(
          (part): part is Rolldown.OutputChunk =>
            part.type === "chunk" && part.moduleIds.some((id) => id.endsWith(file)),
        );
        if (!shell) return html;
        const scripts = [shell.fileName, ...shell.imports].map((name) => `/${name}`).join(" ");
        return html.replace('src="/first-paint.js"', `src="/first-paint.js" data-shell="${scripts}"`);
      },
    },
  };
}
