import { allEndpoints } from "@homeroom/contract/all-endpoints";
import type { Endpoint } from "@homeroom/contract/endpoint";
import { isRefusalName } from "@homeroom/contract/errors/catalogue";
import { permissions } from "@homeroom/contract/permissions";
import { AppError } from "@homeroom/server/platform/errors/app-error";
import { checkRequest } from "@homeroom/server/platform/http/check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { restoreRows } from "../isolation/restore-rows.ts";
import { createRows, type Rows } from "../isolation/rows.ts";
import type { Sample } from "../isolation/sample.ts";
import { samples } from "../isolation/samples.ts";
import { createWorld, type World } from "../isolation/world.ts";
import { fieldsOf, hostileValues, hugeValues, insides } from "./hostile-values.ts";

interface Call {
  name: string;
  endpoint: Endpoint;
  sample: Sample | undefined;
}

const sampleTable: Readonly<Record<string, Readonly<Record<string, Sample>>>> = samples;
const calls: Call[] = Object.entries(allEndpoints).flatMap(([module, table]) =>
  Object.entries(table).map(([name, endpoint]: [string, Endpoint]) => ({
    name: `${module}.${name}`,
    endpoint,
    sample: sampleTable[module]?.[name],
  })),
);
/** Signing out would end the test. */
const tried = calls.filter(({ name }) => name !== "login.logOut");
const withFields = tried.filter(({ endpoint }) => fieldsOf(endpoint).length > 0);

let world: World;
let rows: Rows;

beforeAll(async () => {
  world = await createWorld();
  await world.hold(permissions);
  const { ours, numbers, owner, limited } = world;
  const customer = { phone: "85261770001", name: "測試客戶" };
  const of = { number: numbers.first, branchId: ours.branchIds[0], customer, sales: limited.accountId };
  rows = await createRows(world, { ...of, writer: owner });
  await restoreRows(world, rows);
});
afterAll(() => world?.close());

type Fields = Record<string, unknown>;

/** In characters: Node refuses an address of more than 16 KB by itself. */
const maxQueryLength = 4000;

/** A valid request, of which one field at a time is made invalid. */
function rightRequest({ sample }: Call): Fields {
  return { ...(sample?.requests(rows)[0] as Fields | undefined) };
}

/** The fields as they arrive with the endpoint's kind of body: as texts, except for JSON. */
function carry({ body }: Endpoint, given: Fields): Fields {
  if (body === "json") return given;
  const longest = body === "query" ? maxQueryLength : Infinity;
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, textOf(value).slice(0, longest)]));
}

function textOf(value: unknown): string {
  const isList = Array.isArray(value) && value.every((item) => typeof item !== "object");
  const text = typeof value === "string" ? value : isList ? value.join(",") : JSON.stringify(value);
  return text.toWellFormed();
}

/** Sends fields in the endpoint's kind of body. */
function send({ endpoint, sample }: Call, given: Fields): Promise<Response> {
  const { path, body, method } = endpoint;
  const fields = carry(endpoint, given);
  const inPath = path.replace(/\{(\w+)\}/g, (_place, name: string) =>
    encodeURIComponent(textOf(given[name] ?? "").slice(0, maxQueryLength)),
  );
  const url = new URL(world.url + inPath);
  const headers = callersHeaders();
  if (body === "json") {
    headers["content-type"] = "application/json";
    return fetch(url, { method, headers, body: JSON.stringify(fields) });
  }
  const texts = Object.entries(fields) as [string, string][];
  if (body === "query") {
    for (const [name, text] of texts) url.searchParams.append(name, text);
    return fetch(url, { method, headers });
  }
  const form = new FormData();
  for (const [name, text] of texts) form.append(name, text);
  if (sample?.file) form.append("file", sample.file.content, sample.file.name);
  return fetch(url, { method, headers, body: form });
}

interface RawBody {
  raw: string | Buffer;
  type?: string;
}

/** Sends a body unchanged. */
function sendRaw({ endpoint: { path, method } }: Call, { raw, type }: RawBody): Promise<Response> {
  const headers = { ...callersHeaders(), "content-type": type ?? "application/json" };
  return fetch(new URL(world.url + path), { method, headers, body: raw });
}

function callersHeaders(): Record<string, string> {
  return { accessToken: world.owner.token, "accept-language": "en" };
}

/** Whatever was sent, the answer has our own words and our envelope, and is no error of ours. */
async function expectCalm(answer: Response, about: string): Promise<void> {
  const text = await answer.text();
  // A call to something that is not set up answers 503 by design; SERVICE_UNAVAILABLE is an error of ours.
  const isNotSetUp = answer.status === 503 && !text.includes('"SERVICE_UNAVAILABLE"');
  const isOthersFault = answer.status === 502 && text.includes('"LANDING_WEBHOOK_FAILED"');
  if (!isNotSetUp && !isOthersFault) expect(answer.status, `${about}: ${text.slice(0, 300)}`).toBeLessThan(500);
  if (answer.headers.get("content-disposition")) return;
  const body = JSON.parse(text) as { success: boolean; message: string };
  expect(body.success, about).toBe(answer.status === 200);
  if (body.success) return;
  expect(body.message, about).not.toBe("");
  expect(insides.exec(text)?.[0], `${about}: ${text.slice(0, 300)}`).toBeUndefined();
}

const sentAtOnce = 64;

/** How many unknown fields are sent along. */
const unknownFields = 50;

const labels = new Map(hostileValues.map((value) => [value, (JSON.stringify(value) ?? "nothing").slice(0, 60)]));

describe("the contract accepts or refuses hostile values in any field", () => {
  test.each(withFields)("$name", (call) => {
    for (const field of fieldsOf(call.endpoint)) {
      const { taken, refused, faults } = judge(call, field);
      expect(faults, field).toEqual([]);
      expect(taken.length + refused.length, field).toBe(hostileValues.length);
    }
  });
});

describe("hostile values in any field are refused or accepted, and break nothing", () => {
  /** An earlier call may have used up what a valid request names. */
  let isUsed = true;

  test.each(withFields)("$name", async (call) => {
    if (isUsed) await restoreRows(world, rows);
    isUsed = call.endpoint.method !== "GET";
    const right = rightRequest(call);
    const spoilt = fieldsOf(call.endpoint).flatMap((field) => spoil(call, right, field));
    const unknown = Object.fromEntries(Array.from({ length: unknownFields }, (_, index) => [`unknown${index}`, "x"]));
    spoilt.push(["unknown fields", { ...right, ...unknown }]);
    for (let start = 0; start < spoilt.length; start += sentAtOnce) {
      const some = spoilt.slice(start, start + sentAtOnce);
      await Promise.all(some.map(async ([about, given]) => expectCalm(await send(call, given), about)));
    }
  });
});

/** The requests in which one field is wrong or missing, each with what is wrong. */
function spoil(call: Call, right: Fields, field: string): [about: string, given: Fields][] {
  const { [field]: left, ...without } = right;
  const wrong = valuesToSend(call, field).map((value): [string, Fields] => [
    `${field} = ${labels.get(value)}`,
    { ...right, [field]: value },
  ]);
  return left === undefined ? wrong : [...wrong, [`without ${field}`, without]];
}

interface Judged {
  taken: unknown[];
  refused: unknown[];
  /** Refusals that are not in our own words. */
  faults: string[];
}

const judgements = new Map<string, Judged>();

/** Which hostile values of a field pass the contract, as the server checks it. */
function judge(call: Call, field: string): Judged {
  const key = `${call.name} ${field}`;
  const known = judgements.get(key);
  if (known) return known;
  const judged: Judged = { taken: [], refused: [], faults: [] };
  const right = rightRequest(call);
  for (const value of hostileValues) {
    const refusal = refusalOf(call.endpoint, { ...right, [field]: value });
    judged[refusal ? "refused" : "taken"].push(value);
    if (refusal && !isInOurWords(refusal)) judged.faults.push(`${labels.get(value)}: ${JSON.stringify(refusal)}`);
  }
  judgements.set(key, judged);
  return judged;
}

function refusalOf(endpoint: Endpoint, given: Fields): AppError | undefined {
  const params = Object.fromEntries(
    [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, textOf(given[name] ?? "")]),
  );
  const fields = carry(endpoint, given);
  try {
    checkRequest(endpoint, { fields, asText: endpoint.body !== "json" }, { language: "en", params, query: {} });
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function isInOurWords({ code, status, fields }: AppError): boolean {
  const isOurs = fields.every(({ name, message = "" }) => isRefusalName(name) && !insides.test(message));
  return isRefusalName(code) && status < 500 && isOurs;
}

/** The largest number of values sent for a field: of those that pass the contract, and of the others. */
const sentOf = { taken: 3, refused: 2 };
const sent = new Set<unknown>(hugeValues);
let turn = 0;

/**
 * The values of a field that the server is sent. Those that pass the contract come first, since they reach the action
 * and the database. All take turns, so that each is sent to some field.
 */
function valuesToSend(call: Call, field: string): unknown[] {
  const { taken, refused } = judge(call, field);
  const small = refused.filter((value) => !hugeValues.includes(value));
  const values = [...inTurn(taken, sentOf.taken), ...inTurn(small, sentOf.refused)];
  for (const value of values) sent.add(value);
  turn++;
  return values;
}

function inTurn(values: unknown[], most: number): unknown[] {
  const start = turn * most;
  return Array.from({ length: Math.min(most, values.length) }, (_, index) => values[(start + index) % values.length]);
}

const bodies: [string, RawBody][] = [
  ["nothing", { raw: "" }],
  ["half of an object", { raw: '{"leadId": "' }],
  ["a list", { raw: "[]" }],
  ["null", { raw: "null" }],
  ["a number", { raw: "7" }],
  ["a text", { raw: '"x"' }],
  ["a prototype", { raw: '{"__proto__": {"admin": true}, "constructor": {"prototype": {}}}' }],
  ["the same name twice", { raw: '{"leadId": 1, "leadId": 2}' }],
  ["a deep nest", { raw: `${"[".repeat(20_000)}${"]".repeat(20_000)}` }],
  ["bytes that are no text", { raw: Buffer.from([0x7b, 0xff, 0xfe, 0xc3, 0x28, 0x7d]) }],
  ["another kind", { raw: "<lead/>", type: "application/xml" }],
  ["no kind that exists", { raw: "{}", type: ";;;" }],
  ["a form without its border", { raw: "--x", type: "multipart/form-data" }],
  [
    "a form that ends too soon",
    { raw: '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1', type: "multipart/form-data; boundary=x" },
  ],
  ["a letter that is no escape", { raw: "a=%zz&b=%00", type: "application/x-www-form-urlencoded" }],
];

const withBody = tried.filter(({ endpoint }) => endpoint.method !== "GET");

describe("malformed bodies are refused in our envelope", () => {
  test.each(withBody)("$name", async (call) => {
    await Promise.all(bodies.map(async ([what, body]) => expectCalm(await sendRaw(call, body), what)));
  });
});

/** One call for each kind of body and file limit, because the code that reads a body knows nothing else of the call. */
const kindsOfBody = Object.values(
  Object.groupBy(tried, ({ endpoint: { method, body, file, listAs } }) =>
    [method, body, file?.maxBytes, listAs && "list"].filter(Boolean).join(" "),
  ),
).flatMap((alike = []) => alike.slice(0, 1));

describe("huge values are refused or accepted by each kind of body", () => {
  const body = { raw: `{"nickname": "${"x".repeat(4 * 1024 * 1024)}"}` };

  test.each(kindsOfBody)("$name", async (call) => {
    const right = rightRequest(call);
    for (const field of [...fieldsOf(call.endpoint).slice(0, 1), "unknown"]) {
      for (const value of hugeValues)
        await expectCalm(await send(call, { ...right, [field]: value }), `${field} = ${labels.get(value)}`);
    }
    const unknown = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`unknown${index}`, "x"]));
    if (call.endpoint.body !== "query") await expectCalm(await send(call, unknown), "2,000 unknown fields");
    if (call.endpoint.method === "GET") return;
    // The server may hang up on a body that is too large before it has been sent.
    const answer = await sendRaw(call, body).catch(() => null);
    if (answer) await expectCalm(answer, "four megabytes");
  });
});

test("each hostile value was sent to some call, and refused by some field", () => {
  const all = [...judgements.values()];
  const unsent = hostileValues.filter((value) => !sent.has(value));
  expect(unsent.map((value) => labels.get(value))).toEqual([]);
  for (const value of hostileValues) {
    expect(
      all.some(({ refused }) => refused.includes(value)),
      labels.get(value),
    ).toBe(true);
  }
});

test("unknown addresses and methods are refused in our envelope", async () => {
  for (const [method, path] of [
    ["GET", "/api_users/Member/NoSuchCall"],
    ["DELETE", "/api_users/Member/LeadsList"],
    ["GET", "/api_users/Member/LeadsLogList?leadId=%zz"],
    ["POST", "/api_basic/File/Get"],
  ] as const) {
    const answer = await fetch(world.url + path, { method, headers: { accessToken: world.owner.token } });
    expect([400, 404, 405, 422], `${method} ${path}`).toContain(answer.status);
    expect(insides.exec(await answer.text())?.[0], `${method} ${path}`).toBeUndefined();
  }
});

test("after all that the server works and its rows are intact", async () => {
  const health = await fetch(`${world.url}/health`);
  expect(health.status).toBe(200);
  const found = await world.base.owner.query("select from lead where lead_id = $1", [rows.leadId]);
  expect(found.rowCount).toBe(1);
});
