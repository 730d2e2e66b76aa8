import { expect, test } from "vitest";
import { z } from "zod";
import { allEndpoints } from "./all-endpoints.ts";
import { endpoint } from "./endpoint.ts";
import { openApiDocument } from "./openapi.ts";

interface Tree {
  name: string;
  children?: Tree[];
}
const Tree: z.ZodType<Tree> = z.lazy(() => z.object({ name: z.string(), children: z.array(Tree).optional() }));

const table = {
  list: endpoint("GET /thing/{id}/list", {
    summary: "Lists.",
    access: ["crm:lead:query", "sys:log:query"],
    request: z.object({ id: z.string(), sales: z.array(z.string()).optional(), pageNum: z.number().default(1) }),
    response: Tree,
    errors: ["NOT_FOUND", "LEAD_BAD_PHONE"],
  }),
  save: endpoint("PUT /thing/{id}/list", {
    summary: "Saves.",
    access: "session",
    request: z.object({ id: z.string(), name: z.string().min(1), tree: Tree }),
    response: z.null(),
  }),
  upload: endpoint("POST /upload", {
    summary: "Uploads.",
    access: "public",
    body: "file",
    file: { kinds: ["image"], maxBytes: 5 * 1024 * 1024 },
    request: z.object({ recordsn: z.string() }),
    response: z.null(),
  }),
};

test("a call documents its fields, its access and its errors", () => {
  const document = openApiDocument({ thing: table }, { title: "T", version: "1" });
  expect(document).toMatchObject({
    openapi: "3.1.0",
    paths: {
      "/thing/{id}/list": {
        get: {
          operationId: "thing.list",
          description: "Permission: crm:lead:query or sys:log:query.",
          security: [{ accessToken: [] }],
          parameters: [
            { name: "id", in: "path", required: true },
            { name: "sales", in: "query", required: false, style: "form", explode: false },
            { name: "pageNum", in: "query", required: false, schema: { type: "number", default: 1 } },
          ],
          responses: {
            401: {},
            403: {},
            404: {},
            422: { description: expect.stringContaining("LEAD_BAD_PHONE (100008)") },
          },
        },
        put: {
          parameters: [{ name: "id", in: "path" }],
          requestBody: { content: { "application/json": { schema: { required: ["name", "tree"] } } } },
        },
      },
      "/upload": {
        post: {
          security: [],
          requestBody: {
            content: { "multipart/form-data": { schema: { required: ["recordsn", "file"] } } },
          },
        },
      },
    },
  });
});

test("a list of plain values in a body is shown with the single value that may stand for it", () => {
  const search = endpoint("POST /thing/search", {
    summary: "Searches.",
    access: "session",
    request: z.object({
      status: z.array(z.number()).max(3).default([0]),
      query: z.object({ leadType: z.array(z.enum(["a", "b"])) }).optional(),
      hours: z.array(z.object({ day: z.number() })),
    }),
    response: z.object({ tags: z.array(z.string()) }),
  });
  const document = openApiDocument({ thing: { search } }, { title: "T", version: "1" });
  const one = { type: "string", enum: ["a", "b"] };
  const many = (items: object) => ({ type: "array", items });
  expect(document).toMatchObject({
    paths: {
      "/thing/search": {
        post: {
          requestBody: {
            content: {
              "application/json": {
                schema: {
                  properties: {
                    status: { anyOf: [{ ...many({ type: "number" }), maxItems: 3 }, { type: "number" }], default: [0] },
                    query: { properties: { leadType: { anyOf: [many(one), one] } } },
                    hours: many({ type: "object" }),
                  },
                },
              },
            },
          },
          responses: {
            200: {
              content: {
                "application/json": {
                  schema: { properties: { resultData: { properties: { tags: many({ type: "string" }) } } } },
                },
              },
            },
          },
        },
      },
    },
  });
});

test("every reference in the document of all calls leads somewhere, and every operation has its own id", () => {
  const document = openApiDocument({ ...allEndpoints, thing: table }, { title: "T", version: "1" });
  const text = JSON.stringify(document);
  const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path ?? "");
  expect(references.length).toBeGreaterThan(3);
  for (const path of references) {
    const target = path.split("/").reduce<unknown>((at, step) => (at as Record<string, unknown>)?.[step], document);
    expect(target, path).toBeTypeOf("object");
  }
  const ids = [...text.matchAll(/"operationId":"([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(text).not.toContain("$defs");
});
