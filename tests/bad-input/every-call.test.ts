import { allEndpoints } from "@homeroom/contract/all-endpoints";
import type { Endpoint } from "@homeroom/contract/endpoint";
import { permissions } from "@homeroom/contract/permissions";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { restage } from "../isolation/restage.ts";
import { createRows, type Rows } from "../isolation/rows.ts";
import type { Sample } from "../isolation/sample.ts";
import { samples } from "../isolation/samples.ts";
import { createWorld, type World } from "../isolation/world.ts";
import { fieldsOf, hostileValues, insides } from "./hostile-values.ts";

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

let world: World;
let rows: Rows;

beforeAll(async () => {
  world = await createWorld();
  await world.hold(permissions);
  const { ours, numbers, owner, limited } = world;
  const customer = { phone: "85261770001", name: "測試客戶" };
  const of = { number: numbers.first, branchId: ours.branchIds[0], customer, sales: limited.accountId };
  rows = await createRows(world, { ...of, writer: owner });
}, 60_000);
afterAll(() => world?.close());

type Fields = Record<string, unknown>;

/** A request that would be right, to have one field spoilt at a time. */
function rightRequest({ sample }: Call): Fields {
  return { ...(sample?.requests(rows)[0] as Fields | undefined) };
}

/** Sends fields as the endpoint's kind carries them, or a body just as it is. */
function send({ endpoint }: Call, given: Fields | { raw: string | Buffer; type?: string }) {
  const headers: Record<string, string> = { accessToken: world.owner.token, "accept-language": "en" };
  const url = new URL(world.url + endpoint.path);
  if ("raw" in given) {
    headers["content-type"] = (given["type"] as string | undefined) ?? "application/json";
    return fetch(url, {
      method: endpoint.method,
      headers,
      ...(endpoint.method !== "GET" && { body: given.raw as string }),
    });
  }
  if (endpoint.body === "json") {
    headers["content-type"] = "application/json";
    return fetch(url, { method: endpoint.method, headers, body: JSON.stringify(given) });
  }
  const texts = Object.entries(given).map(([name, value]): [string, string] => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  if (endpoint.body === "query") {
    for (const [name, text] of texts) url.searchParams.append(name, text.slice(0, 4000));
    return fetch(url, { method: endpoint.method, headers });
  }
  const body = new FormData();
  for (const [name, text] of texts) body.append(name, text);
  return fetch(url, { method: endpoint.method, headers, body });
}

/** Whatever was sent: an answer in our own words, in our envelope, and no error of ours. */
async function expectCalm(answer: Response, about: string): Promise<void> {
  const text = await answer.text();
  expect(answer.status, `${about}: ${text.slice(0, 300)}`).toBeLessThan(500);
  if (answer.headers.get("content-disposition")) return;
  const body = JSON.parse(text) as { success: boolean; message: string };
  expect(body.success, about).toBe(answer.status === 200);
  if (body.success) return;
  expect(body.message, about).not.toBe("");
  expect(insides.exec(text)?.[0], `${about}: ${text.slice(0, 300)}`).toBeUndefined();
}

const sentAtOnce = 64;

const short = (value: unknown) => (JSON.stringify(value) ?? "nothing").slice(0, 60);

describe("hostile values in any field are refused or taken, and break nothing", () => {
  test.each(tried.filter(({ endpoint }) => fieldsOf(endpoint).length > 0))(
    "$name",
    async (call) => {
      await restage(world, rows);
      const right = rightRequest(call);
      const spoilt = fieldsOf(call.endpoint).flatMap((field) => {
        const { [field]: _left, ...without } = right;
        const wrong = hostileValues.map(
          (value) => [`${field} = ${short(value)}`, { ...right, [field]: value }] as const,
        );
        return [...wrong, [`without ${field}`, without] as const];
      });
      for (let start = 0; start < spoilt.length; start += sentAtOnce) {
        const some = spoilt.slice(start, start + sentAtOnce);
        await Promise.all(some.map(async ([about, given]) => expectCalm(await send(call, given), about)));
      }
      const many = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`unknown${index}`, "x"]));
      await expectCalm(
        await send(call, call.endpoint.body === "query" ? { ...right, unknown: "x" } : many),
        "unknown fields",
      );
    },
    60_000,
  );
});

const bodies: [string, { raw: string | Buffer; type?: string }][] = [
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
  ["four megabytes", { raw: `{"nickname": "${"x".repeat(4 * 1024 * 1024)}"}` }],
];

describe("bodies that are none are refused in our envelope", () => {
  test.each(tried.filter(({ endpoint }) => endpoint.method !== "GET"))(
    "$name",
    async (call) => {
      const answers = bodies.map(async ([what, body]) => {
        const answer = await send(call, body).catch(() => null);
        // The server may hang up on a body that is too large before it has been sent.
        if (answer) await expectCalm(answer, what);
        else expect(what).toBe("four megabytes");
      });
      await Promise.all(answers);
    },
    60_000,
  );
});

test("addresses and methods that are none are refused in our envelope", async () => {
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

test("after all that the server is well and its rows are whole", async () => {
  const health = await fetch(`${world.url}/health`);
  expect(health.status).toBe(200);
  const found = await world.base.owner.query("select from lead where lead_id = $1", [rows.leadId]);
  expect(found.rowCount).toBe(1);
});
