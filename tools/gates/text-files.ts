import type { SourceTree } from "./source-tree.ts";

/** One text of one language, under its namespace and full key (`columns.title`). */
export interface Text {
  file: string;
  language: string;
  namespace: string;
  key: string;
  value: string;
}

const folder = "apps/web/src/platform/i18n/";
const plural = /_(zero|one|two|few|many|other)$/;

/** Every text of the web app: `apps/web/src/platform/i18n/<language>/<namespace>.json`. */
export function readTexts(tree: SourceTree): Text[] {
  return tree.files.flatMap((file) => {
    const name = /^([a-z-]+)\/(\w+)\.json$/.exec(file.startsWith(folder) ? file.slice(folder.length) : "");
    if (!name) return [];
    const [, language = "", namespace = ""] = name;
    const texts = flatten(JSON.parse(tree.read(file)) as object, "");
    return texts.map(([key, value]) => ({ file, language, namespace, key, value }));
  });
}

/** The key that code uses: a plural's forms share one. */
export function baseKey(key: string): string {
  return key.replace(plural, "");
}

function flatten(texts: object, prefix: string): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]: [string, unknown]) =>
    typeof value === "object" && value !== null
      ? flatten(value, `${prefix}${key}.`)
      : [[`${prefix}${key}`, String(value)] as [string, string]],
  );
}
