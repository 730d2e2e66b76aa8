import type { Rolldown } from "vite";
import { expect, test } from "vitest";
import { chunksOf } from "./first-load.ts";

const chunk = (fileName: string, imports: string[] = []) =>
  ({
    type: "chunk",
    fileName,
    imports,
    moduleIds: [`/web/src/${fileName}?part`],
  }) as Partial<Rolldown.OutputChunk> as Rolldown.OutputChunk;
const chunks = [
  chunk("main.tsx", ["base.ts"]),
  chunk("base.ts"),
  chunk("list.tsx", ["kit.ts"]),
  chunk("kit.ts", ["base.ts"]),
];

test("a page needs its sources and their imports, each once", () => {
  const names = chunksOf(chunks, ["src/main.tsx", "list.tsx"]).map(({ fileName }) => fileName);
  expect(names).toEqual(["main.tsx", "base.ts", "list.tsx", "kit.ts"]);
});

test("a source that is in no file is an error in the list", () => {
  expect(() => chunksOf(chunks, ["gone.tsx"])).toThrow("gone.tsx is not in the build");
});
