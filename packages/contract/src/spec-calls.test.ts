import { expect, test } from "vitest";
import { allEndpoints } from "./all-endpoints.ts";
import type { Endpoint, EndpointTable } from "./endpoint.ts";
import { errorCatalogue } from "./errors/catalogue.ts";
import { fieldTexts } from "./errors/field-texts.ts";
import { languages } from "./language.ts";
import { permissions } from "./permissions.ts";
import { specificationCalls } from "./spec-calls.ts";

const endpoints: Endpoint[] = Object.values<EndpointTable>(allEndpoints).flatMap((table) => Object.values(table));
const built = endpoints.map(({ method, path }) => `${method} ${path.replace(/\/$/, "")}`);

test("the specification's calls are listed once each", () => {
  expect(specificationCalls).toHaveLength(103);
  expect(new Set(specificationCalls).size).toBe(specificationCalls.length);
});

test.each(specificationCalls)("%s is in the contract", (call) => {
  expect(built).toContain(call);
});

test("a call is in the contract once, below an address of calls", () => {
  expect(new Set(built).size).toBe(built.length);
  for (const call of built) expect(call).toMatch(/^(GET|POST|PUT|PATCH|DELETE) \/api_(basic|sso|users|webhook|chat)\//);
});

test.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  "%s documents its access, its purpose and its errors",
  (_call, endpoint) => {
    const { access, summary, body, file, errors, method } = endpoint;
    const wanted = access === "public" || access === "session" ? [] : [access].flat();
    if (access !== "public" && access !== "session") expect(wanted.length).toBeGreaterThan(0);
    expect(permissions).toEqual(expect.arrayContaining(wanted));
    expect(summary).toMatch(/\.$/);
    expect(file !== undefined).toBe(body === "file");
    if (method === "GET" || method === "DELETE") expect(body).toBe("query");
    for (const name of errors) expect(errorCatalogue[name].status ?? 0, name).toBeGreaterThanOrEqual(400);
  },
);

test("the text beside a field exists in every language", () => {
  for (const [name, texts] of Object.entries(fieldTexts)) {
    for (const language of languages) expect(texts[language], name).not.toBe("");
  }
});
