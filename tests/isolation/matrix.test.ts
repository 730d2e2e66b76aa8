import { allEndpoints } from "@homeroom/contract/all-endpoints";
import type { Endpoint } from "@homeroom/contract/endpoint";
import { type Permission, permissions } from "@homeroom/contract/permissions";
import { hashToken } from "@homeroom/server/platform/auth/tokens";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { outcomeOf, type SendOptions, sendCall } from "../harness/send-call.ts";
import { atRest } from "./at-rest.ts";
import { restage } from "./restage.ts";
import { createRows, type Rows } from "./rows.ts";
import type { Sample, Wall } from "./sample.ts";
import { samples } from "./samples.ts";
import { changesAbout, changesOf, idsOf } from "./tenant-rows.ts";
import { branchBound, createWorld, ownRows, type Person, type World } from "./world.ts";

interface Call {
  name: string;
  endpoint: Endpoint;
  sample: Sample;
}

const sampleTable: Readonly<Record<string, Readonly<Record<string, Sample>>>> = samples;
const calls: Call[] = Object.entries(allEndpoints).flatMap(([module, table]) =>
  Object.entries(table).map(([name, endpoint]: [string, Endpoint]) => {
    const sample = sampleTable[module]?.[name];
    if (!sample) throw new Error(`${module}.${name} has no sample: add one to samples.ts`);
    return { name: `${module}.${name}`, endpoint, sample };
  }),
);
const signedIn = calls.filter(({ endpoint }) => endpoint.access !== "public");
const permitted = signedIn.filter(({ endpoint }) => endpoint.access !== "session");
const behind = (wall: Wall) => calls.filter(({ sample }) => (sample.walls ?? [wall]).includes(wall));

let world: World;
/** The limited person's own rows. */
let mine: Rows;
/** By wall, the rows behind it and who may see them. */
let theirs: Record<Wall, { rows: Rows; seenBy: Person }>;
let foreignIds: string[];

beforeAll(async () => {
  world = await createWorld();
  const { ours, foreign, numbers, owner, foreignOwner } = world;
  const [first, second] = ours.branchIds;
  const number = 61_230_001;
  const rows = (index: number, name: string, of: Omit<Parameters<typeof createRows>[1], "customer">) =>
    createRows(world, { ...of, customer: { name, phone: `852${number + index * 1111}` } });
  const here = { number: numbers.first, branchId: first, writer: owner };
  mine = await rows(1, "自己的客戶", { ...here, sales: world.limited.accountId });
  const held = await rows(2, "同事的客戶", { ...here, sales: world.colleague.accountId });
  const elsewhere = await rows(3, "沙田的客戶", {
    number: numbers.second,
    branchId: second,
    writer: owner,
    sales: world.limited.accountId,
  });
  const strangers = await rows(4, "別家的客戶", {
    number: numbers.foreign,
    branchId: foreign.branchIds[0],
    writer: foreignOwner,
    sales: foreignOwner.accountId,
  });
  theirs = {
    organization: { rows: strangers, seenBy: foreignOwner },
    branch: { rows: elsewhere, seenBy: owner },
    own: { rows: held, seenBy: owner },
  };
  foreignIds = await idsOf(world, foreign.organizationId);
}, 120_000);

afterAll(() => world?.close());

function send({ endpoint, sample }: Call, request: unknown, options: SendOptions) {
  const { file } = sample;
  return sendCall(world.url, endpoint, request as object, { ...options, ...(file && { file }) });
}

function someRequest({ sample }: Call): unknown {
  return sample.requests(theirs.own.rows)[0] ?? {};
}

describe("without a session", () => {
  test.each(signedIn)("$name lets nobody in", async (call) => {
    const request = someRequest(call);
    const ended = await world.sessionOf(world.ours, { accountId: world.owner.accountId });
    await world.base.owner.query("update session set ended_at = now() where ended_at is null and token_hash = $1", [
      hashToken(ended),
    ]);
    const tokens = [undefined, null, "", "null", "A".repeat(43), `${world.owner.token}x`, ended];
    for (const token of tokens) {
      const answer = await send(call, request, token === undefined ? {} : { token });
      expect(`${token}: ${outcomeOf(answer)}`).toBe(`${token}: 401 TOKEN_INVALID`);
    }
  });
});

describe("without the permission", () => {
  test.each(permitted)("$name is refused, whatever else one may do", async (call) => {
    const { access } = call.endpoint;
    const wanted: readonly string[] = typeof access === "string" ? [access] : access;
    await world.hold(permissions.filter((permission) => !wanted.includes(permission)));
    await atRest(world);
    const before = await world.changes.now();
    const answer = await send(call, someRequest(call), { token: world.limited.token });
    expect(outcomeOf(answer)).toBe("403 PERMISSION_DENIED");
    expect(await changesAbout(world, theirs.own.rows, before)).toEqual([]);
  });

  test("a role that is switched off lets nobody in", async () => {
    await world.hold(permissions);
    const list = calls.find(({ name }) => name === "leads.list") as Call;
    const off = (status: number) =>
      world.base.owner.query("update role set status = $1 where code = 'limited'", [status]);
    await off(0);
    expect(outcomeOf(await send(list, {}, { token: world.limited.token }))).toBe("401 TOKEN_INVALID");
    await off(1);
    expect(outcomeOf(await send(list, {}, { token: world.limited.token }))).toBe("200");
  });
});

const holdings: Record<Wall, readonly Permission[]> = { organization: permissions, branch: branchBound, own: ownRows };

describe.each(["organization", "branch", "own"] as const)("the wall around the %s", (wall) => {
  beforeAll(() => world.hold(holdings[wall]));

  test.each(behind(wall))("holds for $name", async (call) => {
    const { rows } = theirs[wall];
    const caller = wall === "organization" ? world.owner : world.limited;
    const secrets = wall === "organization" ? [...rows.marks, ...foreignIds] : rows.marks;
    await restage(world, rows);
    await restage(world, mine);
    await atRest(world);
    const before = await world.changes.now();
    for (const request of call.sample.requests(rows)) {
      const answer = await send(call, request, { token: caller.token });
      expect(answer.status, answer.text).toBeLessThan(500);
      if (call.sample.expect === "missing") expect(outcomeOf(answer)).toBe("404 NOT_FOUND");
      expect(secrets.filter((secret) => answer.text.includes(secret))).toEqual([]);
    }
    for (const request of call.sample.mixed?.(mine, rows, wall) ?? []) {
      const answer = await send(call, request, { token: caller.token });
      expect([400, 403, 404, 409, 422], `${JSON.stringify(request)}: ${answer.text}`).toContain(answer.status);
      expect(secrets.filter((secret) => answer.text.includes(secret))).toEqual([]);
    }
    expect(await changesAbout(world, rows, before)).toEqual([]);
  });

  test.each(behind(wall))("opens $name to those inside", async (call) => {
    const { rows, seenBy } = theirs[wall];
    await restage(world, rows);
    const [request] = call.sample.requests(rows);
    const answer = await send(call, request, { token: seenBy.token });
    expect(outcomeOf(answer), answer.text).toBe("200");
    if (call.sample.shows) expect(answer.text).toContain(call.sample.shows(rows));
  });

  test.each(behind(wall).filter(({ sample }) => sample.expect === "missing"))(
    "does not keep one's own rows from $name",
    async (call) => {
      await restage(world, mine);
      const [request] = call.sample.requests(mine);
      expect(outcomeOf(await send(call, request, { token: world.limited.token }))).toBe("200");
    },
  );
});

test("an id that another organisation uses stays theirs", async () => {
  const { rows } = theirs.organization;
  await atRest(world);
  const before = await world.changes.now();
  const add = calls.find(({ name }) => name === "leads.add") as Call;
  const answer = await send(
    add,
    { leadId: rows.leadId, nickname: "改名", phone: "61390000", areaCode: "+852" },
    { token: world.owner.token },
  );
  expect(answer.status).toBeLessThan(500);
  expect(await changesOf(world, world.foreign.organizationId, before)).toEqual([]);
});

test("counters count what one sees", async () => {
  await atRest(world);
  const { limited, owner, foreignOwner, ours, foreign } = world;
  const [branch] = ours.branchIds;
  const own = `branch_id = '${branch}' and (sales_id = '${limited.accountId}' or (sales_id is null and tutor_id is null))`;
  expect(await figuresOf(foreignOwner)).toEqual(await counted(`organization_id = '${foreign.organizationId}'`));
  expect(await figuresOf(owner)).toEqual(await counted(`organization_id = '${ours.organizationId}'`));
  await world.hold(branchBound);
  expect(await figuresOf(limited)).toEqual(await counted(`branch_id = '${branch}'`));
  await world.hold(ownRows);
  expect(await figuresOf(limited)).toEqual(await counted(own));
});

async function figuresOf({ token }: Person) {
  const answerOf = async (name: string) => {
    const call = calls.find((one) => one.name === name) as Call;
    return (await send(call, {}, { token })).body.resultData as { total: number; counts: { All: number } };
  };
  const { total: conversations, counts } = await answerOf("chat.conversationList");
  return { leads: (await answerOf("leads.list")).total, conversations, tab: counts.All };
}

async function counted(condition: string) {
  const count = async (table: string, there: string) => {
    const found = await world.base.owner.query<{ n: number }>(
      `select count(*)::int as n from ${table} where ${condition} and ${there} is null`,
    );
    return found.rows[0]?.n;
  };
  const conversations = await count("conversation", "hidden_at");
  return { leads: await count("lead", "deleted_at"), conversations, tab: conversations };
}
