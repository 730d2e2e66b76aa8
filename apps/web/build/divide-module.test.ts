import { parseSync } from "vite";
import { expect, test } from "vitest";
import { divideModule, requestsReadBy } from "./divide-module.ts";

const source = `
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Paging, pageSizes } from "./paging.ts";

export const kinds = ["one", "two"] as const;
export type Kind = (typeof kinds)[number];
const longest = Math.max(...kinds.map((kind) => kind.length));
export const Form = z.object({ kind: z.enum(kinds), size: Paging }).max(longest);
export interface Row { z: string }
export function isKind(text: string): text is Kind { return kinds.some((kind) => kind === text); }
export const things = {
  list: endpoint("POST /list", { summary: "z", access: "session", request: Form, response: z.array(Form) }),
  save: endpoint("POST /save", { request: z.object({ kind: z.enum(kinds) }), access: "session", response: z.null() }),
};
export const sizes = pageSizes.map((size) => size * 2);
`;

function divided(requestsRead: string[] = []) {
  const plainNamesOf = (file: string) =>
    new Set({ "./endpoint.ts": ["endpoint"], "./paging.ts": ["pageSizes"] }[file] ?? []);
  const { program } = parseSync("things.ts", source);
  return divideModule("./things.ts", source, program, { requestsRead: new Set(requestsRead), plainNamesOf });
}

test("calls, constants and functions are plain, schemas are not", () => {
  const { plainNames, plain, rest } = divided();
  expect([...plainNames]).toEqual(["kinds", "isKind", "things", "sizes"]);
  expect(plain).not.toMatch(/request|response|Form/);
  expect(rest).toContain("export const Form");
  expect(rest).not.toContain("const things");
});

test("the rest imports what it needs from the plain part and re-exports what the module exports", () => {
  const { rest } = divided();
  expect(rest).toContain('import { kinds, longest } from "./things.ts?plain";');
  expect(rest).toContain('export { kinds, isKind, things, sizes } from "./things.ts?plain";');
});

test("a table keeps the request schemas that a screen reads, without its response schemas", () => {
  const { plainNames, rest } = divided(["things.save"]);
  expect(plainNames.has("things")).toBe(false);
  expect(rest).toContain("request: z.object({ kind: z.enum(kinds) })");
  expect(rest).not.toContain("z.null()");
  expect(rest).not.toContain("request: Form");
});

test("both parts can be read, and constants that call something may be dropped", () => {
  const { plain, rest } = divided();
  for (const part of [plain, rest]) expect(parseSync("part.ts", part).errors).toEqual([]);
  expect(plain).toContain("longest = /* @__PURE__ */ (() => (Math.max(");
});

test("the requests that a source file reads, by the table's own name", () => {
  const file = `import { organization as calls } from "@homeroom/contract/organization";
    <DrawerForm schema={calls.wipe.request} other={orders.refund.request} />; list(request); options.request;`;
  expect(requestsReadBy(file)).toEqual(["organization.wipe", "orders.refund"]);
});
