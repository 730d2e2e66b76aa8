import { permissions } from "@homeroom/contract/permissions";
import { hashToken } from "@homeroom/server/platform/auth/tokens";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { outcomeOf } from "../harness/send-call.ts";
import { atRest } from "./at-rest.ts";
import { type Call, callNamed, permitted, send, signedIn } from "./calls.ts";
import { createRowsBehind } from "./placed-rows.ts";
import type { Rows } from "./rows.ts";
import { changesAbout } from "./tenant-rows.ts";
import { createWorld, type World } from "./world.ts";

let world: World;
/** The rows of a colleague. */
let rows: Rows;
let endedToken: string;

beforeAll(async () => {
  world = await createWorld();
  ({ rows } = await createRowsBehind(world, "own"));
  endedToken = await world.sessionOf(world.ours, { accountId: world.owner.accountId });
  const ended = await world.base.owner.query(
    "update session set ended_at = now() where ended_at is null and token_hash = $1",
    [hashToken(endedToken)],
  );
  expect(ended.rowCount).toBe(1);
});

afterAll(() => world?.close());

function someRequest({ sample }: Call): unknown {
  return sample.requests(rows)[0] ?? {};
}

describe("without a session", () => {
  test.each(signedIn)("$name is refused", async (call) => {
    const request = someRequest(call);
    const tokens = [undefined, null, "", "null", "A".repeat(43), `${world.owner.token}x`, endedToken];
    const answers = tokens.map(async (token) => {
      const answer = await send(world.url, call, request, token === undefined ? {} : { token });
      return `${token}: ${outcomeOf(answer)}`;
    });
    expect(await Promise.all(answers)).toEqual(tokens.map((token) => `${token}: 401 TOKEN_INVALID`));
  });
});

describe("without the permission", () => {
  test.each(permitted)("$name is refused, whatever else the person may do", async (call) => {
    const { access } = call.endpoint;
    const wanted: readonly string[] = typeof access === "string" ? [access] : access;
    await world.hold(permissions.filter((permission) => !wanted.includes(permission)));
    await atRest(world);
    const start = await world.changes.now();
    const answer = await send(world.url, call, someRequest(call), { token: world.limited.token });
    expect(outcomeOf(answer)).toBe("403 PERMISSION_DENIED");
    expect(await changesAbout(world, rows, start)).toEqual([]);
  });

  test("a role that is switched off gives no access", async () => {
    await world.hold(permissions);
    const list = callNamed("leads.list");
    const off = (status: number) =>
      world.base.owner.query("update role set status = $1 where code = 'limited'", [status]);
    await off(0);
    expect(outcomeOf(await send(world.url, list, {}, { token: world.limited.token }))).toBe("401 TOKEN_INVALID");
    await off(1);
    expect(outcomeOf(await send(world.url, list, {}, { token: world.limited.token }))).toBe("200");
  });
});
