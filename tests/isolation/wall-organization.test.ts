import { expect, test } from "vitest";
import { atRest } from "./at-rest.ts";
import { callNamed, send } from "./calls.ts";
import { changesOf } from "./tenant-rows.ts";
import { describeWall } from "./wall.ts";

const { scene } = describeWall("organization");

test("an id that another organisation uses stays theirs", async () => {
  const { world, theirs } = scene();
  await atRest(world);
  const start = await world.changes.now();
  const lead = { leadId: theirs.leadId, nickname: "改名", phone: "61390000", areaCode: "+852" };
  const answer = await send(world.url, callNamed("leads.add"), lead, { token: world.owner.token });
  expect(answer.status).toBeLessThan(500);
  expect(await changesOf(world, world.foreign.organizationId, start)).toEqual([]);
});
