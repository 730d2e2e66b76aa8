import { type Permission, permissions } from "@homeroom/contract/permissions";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CallAnswer, outcomeOf } from "../harness/send-call.ts";
import { atRest } from "./at-rest.ts";
import { behind, type Call, send } from "./calls.ts";
import { createOwnRows, createRowsBehind } from "./placed-rows.ts";
import { restoreRows } from "./restore-rows.ts";
import type { Rows } from "./rows.ts";
import type { Wall } from "./sample.ts";
import { changesAbout, idsOf } from "./tenant-rows.ts";
import { branchBound, createWorld, ownRows, type Person, type World } from "./world.ts";

/** A wall with rows on both sides. */
export interface WallScene {
  world: World;
  /** The limited person's own rows. */
  mine: Rows;
  theirs: Rows;
  /** Someone who sees `theirs`. */
  seenBy: Person;
  /** Someone who does not, and what no answer to them may contain. */
  caller: Person;
  secrets: readonly string[];
}

const holdings: Record<Wall, readonly Permission[]> = { organization: permissions, branch: branchBound, own: ownRows };

/** Defines the tests that prove one wall for every call, in a world of their own. More tests may use the scene. */
export function describeWall(wall: Wall): { scene(): WallScene } {
  let scene: WallScene;
  beforeAll(async () => {
    scene = await createScene(wall);
  });
  afterAll(() => scene?.world.close());

  describe(`the wall around the ${wall}`, () => {
    test.each(behind(wall))("holds for $name", (call) => expectRefusal(scene, call, wall));
    test.each(behind(wall))("opens $name to those inside", (call) => expectEntry(scene, call));
    test.each(behind(wall).filter(({ sample }) => sample.expect === "missing"))(
      "does not keep one's own rows from $name",
      async (call) => {
        const { world, mine } = scene;
        await restoreRows(world, mine);
        const [request] = call.sample.requests(mine);
        expect(outcomeOf(await send(world.url, call, request, { token: world.limited.token }))).toBe(
          call.sample.inside ?? "200",
        );
      },
    );
  });
  return { scene: () => scene };
}

async function createScene(wall: Wall): Promise<WallScene> {
  const world = await createWorld();
  const mine = await createOwnRows(world);
  const { rows: theirs, seenBy } = await createRowsBehind(world, wall);
  await world.hold(holdings[wall]);
  const scene = { world, mine, theirs, seenBy };
  if (wall !== "organization") return { ...scene, caller: world.limited, secrets: theirs.marks };
  const foreignIds = await idsOf(world, world.foreign.organizationId);
  return { ...scene, caller: world.owner, secrets: [...theirs.marks, ...foreignIds] };
}

/** Nothing of the rows is shown or changed, neither by requests that name them nor by those that mix them with own rows. */
async function expectRefusal({ world, mine, theirs, caller, secrets }: WallScene, call: Call, wall: Wall) {
  await restoreRows(world, theirs);
  await restoreRows(world, mine);
  await atRest(world);
  const start = await world.changes.now();
  const expectNoSecrets = ({ text }: CallAnswer) =>
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  for (const request of call.sample.requests(theirs)) {
    const answer = await send(world.url, call, request, { token: caller.token });
    // A call without rows is answered about the caller's own organisation, as for people inside.
    if (outcomeOf(answer) !== call.sample.inside) expect(answer.status, answer.text).toBeLessThan(500);
    if (call.sample.expect === "missing") expect(outcomeOf(answer)).toBe("404 NOT_FOUND");
    expectNoSecrets(answer);
  }
  for (const request of call.sample.mixed?.(mine, theirs, wall) ?? []) {
    const answer = await send(world.url, call, request, { token: caller.token });
    expect([400, 403, 404, 409, 422], `${JSON.stringify(request)}: ${answer.text}`).toContain(answer.status);
    expectNoSecrets(answer);
  }
  expect(await changesAbout(world, theirs, start)).toEqual([]);
}

async function expectEntry({ world, theirs, seenBy }: WallScene, call: Call) {
  await restoreRows(world, theirs);
  const [request] = call.sample.requests(theirs);
  const answer = await send(world.url, call, request, { token: seenBy.token });
  expect(outcomeOf(answer), answer.text).toBe(call.sample.inside ?? "200");
  if (call.sample.shows) expect(answer.text).toContain(call.sample.shows(theirs));
}
