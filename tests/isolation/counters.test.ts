import { afterAll, beforeAll, expect, test } from "vitest";
import { postWebhook, textWebhook } from "../harness/meta-webhook.ts";
import { until } from "../harness/until.ts";
import { atRest } from "./at-rest.ts";
import { callNamed, send } from "./calls.ts";
import { createOwnRows, createRowsBehind } from "./placed-rows.ts";
import { restoreRows } from "./restore-rows.ts";
import { branchBound, createWorld, ownRows, type Person, type World } from "./world.ts";

let world: World;

beforeAll(async () => {
  world = await createWorld();
  await restoreRows(world, await createOwnRows(world));
  for (const wall of ["own", "branch", "organization"] as const)
    await restoreRows(world, (await createRowsBehind(world, wall)).rows);
  await createUnassigned("85261235556");
  await createUnassigned("85261236667");
  await createUnassigned("85261237778", "hidden");
});

afterAll(() => world?.close());

/** A customer of the first branch who has written and has neither sales nor tutor; a hidden one is also deleted as a lead. */
async function createUnassigned(from: string, hidden?: "hidden"): Promise<void> {
  const { first } = world.numbers;
  const id = `wamid.${from}`;
  await postWebhook(world.url, first, textWebhook(first, [{ from, name: "沒有業務的客戶", text: "想問課程", id }]));
  const leadId = await until("the conversation", async () => {
    const found = await world.base.owner.query<{ lead_id: string }>(
      "select lead_id from message join conversation using (organization_id, conversation_id) where provider_message_id = $1",
      [id],
    );
    return found.rows[0]?.lead_id;
  });
  const change = async (statement: string) => world.base.owner.query(`${statement} where lead_id = $1`, [leadId]);
  await change("update lead set sales_id = null, tutor_id = null");
  await change("update conversation set sales_id = null, tutor_id = null");
  if (!hidden) return;
  await change("update lead set deleted_at = now()");
  await change("update conversation set hidden_at = now()");
}

test("counters count only what the caller can see", async () => {
  await atRest(world);
  const { limited, owner, foreignOwner, ours, foreign } = world;
  const [branch] = ours.branchIds;
  const visible = {
    foreign: await counted(`organization_id = '${foreign.organizationId}'`),
    organization: await counted(`organization_id = '${ours.organizationId}'`),
    branch: await counted(`branch_id = '${branch}'`),
    own: await counted(
      `branch_id = '${branch}' and (sales_id = '${limited.accountId}' or (sales_id is null and tutor_id is null))`,
    ),
  };
  // Equal numbers would prove nothing.
  expect(new Set(Object.values(visible).map(({ leads }) => leads)).size).toBe(4);
  expect(new Set(Object.values(visible).map(({ conversations }) => conversations)).size).toBe(4);

  expect(await figuresOf(foreignOwner)).toEqual(visible.foreign);
  expect(await figuresOf(owner)).toEqual(visible.organization);
  await world.hold(branchBound);
  expect(await figuresOf(limited)).toEqual(visible.branch);
  await world.hold(ownRows);
  expect(await figuresOf(limited)).toEqual(visible.own);
});

async function figuresOf({ token }: Person) {
  const answerOf = async (name: string, body = {}) =>
    (await send(world.url, callNamed(name), body, { token })).body.resultData as {
      total: number;
      counts: { All: number };
    };
  const { total: conversations, counts } = await answerOf("chat.conversationList", { counts: "all" });
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
