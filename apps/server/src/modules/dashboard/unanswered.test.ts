import type { DashboardFigures } from "@homeroom/contract/dashboard";
import type { AccountId, BranchId } from "@homeroom/contract/ids";
import type { Permission } from "@homeroom/contract/permissions";
import type { FastifyInstance } from "fastify";
import { v7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildChannel, inboundText, receive, type TestChannel } from "#modules/inbox/for-tests";
import { inboxModule } from "#modules/inbox/public";
import { openLeadDesk } from "#modules/leads/for-tests";
import { callApi, serveModules } from "#modules/sign-in/for-tests";
import { prepareDesk } from "#platform/db/for-tests";
import { dashboardModule } from "./public.ts";

const desk = prepareDesk(openLeadDesk);
let app: FastifyInstance;
let channel: TestChannel;
let branches: BranchId[];
let colleague: AccountId;

beforeAll(async () => {
  const inbox = inboxModule(desk.platform, { providers: [], databaseUrl: "" });
  app = await serveModules(desk.platform, [dashboardModule(desk.platform), inbox]);
  channel = await buildChannel(desk, desk.organization);
  branches = [...desk.organization.branchIds];
  colleague = (await desk.signIn({ role: "sales" })).accountId;
});
afterAll(() => app.close());

/** Somebody at the first branch with just these permissions. */
async function holderOf(held: readonly Permission[]) {
  const person = await desk.signIn({ role: "sales", branchIds: branches });
  const roleId = v7();
  await desk.owner.query(
    `with made as (insert into role (organization_id, role_id, code, name) values ($1, $2::uuid, $2::text, $2::text) returning *)
     insert into role_permission (organization_id, role_id, permission)
     select organization_id, role_id, unnest($3::text[]) from made`,
    [desk.organization.organizationId, roleId, held],
  );
  await desk.owner.query("update account_role set role_id = $1 where account_id = $2", [roleId, person.accountId]);
  return person;
}

/** A customer who has waited for 30 hours, at a branch, of somebody or nobody. */
async function waiting(branchId: BranchId | undefined, holder: AccountId | null): Promise<void> {
  const name = v7();
  const phone = `8526${String(Math.floor(Math.random() * 10_000_000)).padStart(7, "0")}`;
  const sentAt = new Date(Date.now() - 30 * 3_600_000);
  await receive(desk, channel, [inboundText({ from: { phone, name }, sentAt })]);
  for (const table of ["conversation", "lead"])
    await desk.owner.query(
      `update ${table} set sales_id = $1, branch_id = $2 where lead_id = (select lead_id from lead where nickname = $3)`,
      [holder, branchId, name],
    );
}

async function call<Result>(path: string, token: string, body: object): Promise<Result> {
  const answer = await callApi<Result>(app, `POST /${path}`, { token, body });
  if (!answer.body.success) throw new Error(answer.body.message);
  return answer.body.resultData;
}

const wide = [[], ["chat:message:all"], ["org:branch:query"], ["chat:message:all", "org:branch:query"]] as const;

test.each(
  wide.flatMap((chats) =>
    ([[], ["dash:home:all"], ["dash:home:all", "crm:lead:all"]] as const).map((home) => [[...chats, ...home]]),
  ),
)("the card of unanswered customers counts what its list shows, with %j", async (more) => {
  await desk.owner.query("delete from conversation");
  const reader = await holderOf(["dash:home:query", "crm:lead:query", "chat:message:query", ...more]);
  for (const branch of branches.slice(0, 2))
    for (const holder of [reader.accountId, colleague, null]) await waiting(branch, holder);

  const counted: number[] = [];
  for (const branchID of [undefined, ...branches.slice(0, 2)])
    for (const salesID of [undefined, reader.accountId, colleague]) {
      const choice = { ...(branchID && { branchID }) };
      const { cards } = await call<DashboardFigures>("api_users/Dashboard/DashboardInfo", reader.token, {
        days: 7,
        ...choice,
        ...(salesID && { salesID }),
      });
      // As the web asks for the list of the card's address.
      const list = await call<{ total: number }>("api_chat/Chat/ConversationList", reader.token, {
        filter: "All",
        filters: ["NoReply", "Over24h"],
        state: "open",
        order: "wait",
        pageSize: 50,
        ...choice,
        ...(salesID && { sales: [salesID] }),
      });
      const card = cards.find(({ key }) => key === "unanswered");
      expect({ branchID, salesID, value: card?.value }).toEqual({ branchID, salesID, value: list.total });
      counted.push(list.total);
    }
  expect(new Set(counted).size).toBeGreaterThan(1);
});
