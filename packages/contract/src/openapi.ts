import { z } from "zod";
import type { Endpoint, EndpointTable } from "./endpoint.ts";
import { type ErrorName, errorCatalogue } from "./errors/catalogue.ts";
import { bareSchema, fieldsOf, isPlainList } from "./schema-fields.ts";

type Json = Record<string, unknown>;

/** The errors of every call, besides those of its endpoint. */
const errorsOfAll: readonly ErrorName[] = ["DATA_FORMAT_ERROR", "FIELD_INVALID", "TOO_MANY_REQUESTS", "SYSTEM_ERROR"];

/** The OpenAPI 3.1 document of the given calls, by module. */
export function openApiDocument(
  modules: Readonly<Record<string, EndpointTable>>,
  { title, version }: { title: string; version: string },
): Json {
  const schemas: Json = { Failure: failureSchema };
  const paths: Record<string, Json> = {};
  for (const [module, table] of Object.entries(modules)) {
    for (const [name, endpoint] of Object.entries(table)) {
      const path = (paths[endpoint.path] ??= {});
      path[endpoint.method.toLowerCase()] = operation(endpoint, { module, name, schemas });
    }
  }
  return {
    openapi: "3.1.0",
    info: { title, version },
    tags: Object.keys(modules).map((name) => ({ name })),
    paths,
    components: {
      schemas,
      securitySchemes: { accessToken: { type: "apiKey", in: "header", name: "accessToken" } },
    },
  };
}

interface Naming {
  readonly module: string;
  readonly name: string;
  /** Where schemas that refer to themselves are put. */
  readonly schemas: Json;
}

function operation(endpoint: Endpoint, naming: Naming): Json {
  const { access } = endpoint;
  return {
    tags: [naming.module],
    operationId: `${naming.module}.${naming.name}`,
    summary: endpoint.summary,
    ...descriptionOf(endpoint),
    security: access === "public" ? [] : [{ accessToken: [] }],
    ...requestParts(endpoint, naming),
    responses: { 200: successOf(endpoint, naming), ...failuresOf(endpoint) },
  };
}

function descriptionOf({ access, alsoNamed }: Endpoint): Json {
  const others = Object.entries(alsoNamed ?? {}).map(([other, field]) => `${other} for ${field}`);
  const sentences = [
    ...(access === "public" || access === "session" ? [] : [`Permission: ${[access].flat().join(" or ")}.`]),
    ...(others.length > 0 ? [`Other names: ${others.join(", ")}.`] : []),
  ];
  return sentences.length > 0 ? { description: sentences.join(" ") } : {};
}

function requestParts(endpoint: Endpoint, naming: Naming): Json {
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
  const schema = requestSchema(endpoint, { ...naming, name: `${naming.name}Request` });
  const properties = (schema.properties ?? {}) as Record<string, Json>;
  const required = (schema.required ?? []) as string[];
  const parameter = (name: string) => ({
    name,
    in: inPath.includes(name) ? "path" : "query",
    required: inPath.includes(name) || required.includes(name),
    schema: properties[name] ?? { type: "string" },
    // Lists are comma texts in an address.
    ...(typeOfField(endpoint, name) === "array" && { style: "form", explode: false }),
  });
  if (endpoint.body === "query") {
    const names = new Set([...inPath, ...Object.keys(properties)]);
    return names.size > 0 ? { parameters: [...names].map(parameter) } : {};
  }
  const { listAs } = endpoint;
  if (listAs !== undefined) {
    const names = new Set([...inPath, ...Object.keys(properties).filter((name) => name !== listAs)]);
    const content = { "application/json": { schema: properties[listAs] ?? {} } };
    return { parameters: [...names].map(parameter), requestBody: { content } };
  }
  const left = Object.entries(properties).filter(([name]) => !inPath.includes(name));
  const body = {
    ...schema,
    ...(schema.properties !== undefined && { properties: Object.fromEntries(left) }),
    ...(required.length > 0 && { required: required.filter((name) => !inPath.includes(name)) }),
  };
  const parameters = inPath.length > 0 ? { parameters: inPath.map(parameter) } : {};
  return { ...parameters, requestBody: { content: contentOf(endpoint, body) } };
}

function contentOf({ body, file }: Endpoint, schema: Json): Json {
  if (body === "json") return { "application/json": { schema } };
  if (body === "form") {
    const types = ["multipart/form-data", "application/x-www-form-urlencoded", "application/json"];
    return Object.fromEntries(types.map((type) => [type, { schema }]));
  }
  const description = file && `${file.kinds.join(", ")}; at most ${Math.round(file.maxBytes / 1024 / 1024)} MB`;
  const properties = { ...(schema.properties as Json), file: { type: "string", format: "binary", description } };
  const required = [...((schema.required ?? []) as string[]), "file"];
  return { "multipart/form-data": { schema: { ...schema, properties, required } } };
}

function successOf(endpoint: Endpoint, naming: Naming): Json {
  if (endpoint.answer === "binary") {
    return { description: "The file.", content: { "application/octet-stream": { schema: {} } } };
  }
  const resultData = jsonSchema(endpoint.response, "output", { ...naming, name: `${naming.name}Response` });
  const schema = {
    type: "object",
    properties: { success: { const: true }, code: { const: 200 }, message: { const: "" }, resultData },
    required: ["success", "code", "message", "resultData"],
  };
  return { description: "Success.", content: { "application/json": { schema } } };
}

function failuresOf({ access, errors }: Endpoint): Json {
  const ofAccess: ErrorName[] =
    access === "public" ? [] : access === "session" ? ["TOKEN_INVALID"] : ["TOKEN_INVALID", "PERMISSION_DENIED"];
  const lines = new Map<number, string[]>();
  for (const name of new Set([...errors, ...ofAccess, ...errorsOfAll])) {
    const { status, code, texts } = errorCatalogue[name];
    if (status === null || status === 200) continue;
    lines.set(status, [...(lines.get(status) ?? []), `${name} (${code}): ${texts.en}`]);
  }
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } };
  return Object.fromEntries([...lines].map(([status, told]) => [status, { description: told.join("\n\n"), content }]));
}

/** The fields of a request. Lists in an address are texts, and a body that is a list has no fields. */
function requestSchema({ request, body, listAs }: Endpoint, naming: Naming): Json {
  return jsonSchema(request, "input", naming, body === "query" || listAs !== undefined ? undefined : oneOrMany);
}

/** Documents that a list of plain values also accepts a single one. */
const oneOrMany: Override = ({ zodSchema, jsonSchema: json }) => {
  if (!(zodSchema instanceof z.ZodArray) || !isPlainList(zodSchema)) return;
  const list = { ...json };
  for (const key of Object.keys(json)) delete json[key];
  json.anyOf = [list, list.items as z.core.JSONSchema.BaseSchema];
};

type Override = NonNullable<z.core.ToJSONSchemaParams["override"]>;

/** A schema as JSON Schema; parts that refer to themselves become components, since `#` is the whole document here. */
function jsonSchema(
  schema: z.ZodType,
  io: "input" | "output",
  { module, name, schemas }: Naming,
  override?: Override,
): Json {
  const whole = z.toJSONSchema(z.object({ value: schema }), {
    io,
    unrepresentable: "any",
    ...(override && { override }),
  });
  const text = JSON.stringify([whole.properties?.value, whole.$defs ?? {}]);
  const place = `${module}.${name}.`;
  const [value, definitions] = JSON.parse(text.replaceAll('"#/$defs/', `"#/components/schemas/${place}`)) as [
    Json,
    Json,
  ];
  for (const [key, definition] of Object.entries(definitions)) schemas[place + key] = definition;
  return value;
}

function typeOfField({ request }: Endpoint, name: string): string | undefined {
  const field = fieldsOf(request)[name];
  return field && bareSchema(field)._zod.def.type;
}

const failureSchema = {
  type: "object",
  description: "Programs match on `name`; `code` is unique only within `domain`.",
  properties: {
    success: { const: false },
    code: { type: "integer" },
    domain: { type: "string" },
    name: { type: "string" },
    message: { type: "string", description: "In the language of Accept-Language (zh-tw, zh-cn or en)." },
    resultData: { type: "null" },
    errors: {
      type: "array",
      items: {
        type: "object",
        properties: { field: { type: "string" }, name: { type: "string" }, message: { type: "string" } },
        required: ["field", "name", "message"],
      },
    },
    details: { type: "object" },
    traceId: { type: "string" },
  },
  required: ["success", "code", "domain", "name", "message", "resultData", "traceId"],
};
