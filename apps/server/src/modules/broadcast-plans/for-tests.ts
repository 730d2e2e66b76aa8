import type { PlanInfo } from "@homeroom/contract/broadcast-plans";
import type { LeadId, RecordId } from "@homeroom/contract/ids";
import type { FastifyInstance } from "fastify";
import { v7 } from "uuid";
import { beforeEach } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { buildChannel, type TestChannel, testProvider } from "#modules/inbox/for-tests";
import { createBroadcastSender, type MessagingProvider } from "#modules/inbox/public";
import { buildLead } from "#modules/leads/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { buildSession, callApi, prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase, type TestDatabase } from "#platform/db/for-tests";
import type { PeopleAtWork } from "./actions/pause-for-people.ts";
import type { Sending } from "./actions/send-batch.ts";
import { broadcastPlansModule } from "./public.ts";

/** An approved template with one variable, of the account that test channels belong to. */
export async function buildApprovedTemplate(
  base: TestDatabase,
  { organizationId }: TestOrganization,
  category: "marketing" | "utility",
): Promise<RecordId> {
  const id = v7() as RecordId;
  const content = {
    ...{ type: "none", header: "", headerSample: "", headerImage: null, footer: "", buttons: [] },
    body: "{{1}}您好，暑期班開始報名。",
    variables: [{ sample: "小明", source: "nickname" }],
  };
  await base.owner.query(
    `insert into message_template (organization_id, template_id, business_account_id, name, language, category, content, approved_content, review_status)
     values ($1, $2::uuid, '900', 'summer_' || replace($2::text, '-', '_'), 'zh_TW', $3, $4, $4, 'approved')`,
    [organizationId, id, category, JSON.stringify(content)],
  );
  return id;
}

/** An organisation with a number and a marketing template, and its owner's calls for plans. It has no quiet hours. */
export type TestPlans = Awaited<ReturnType<typeof buildPlans>>;

/** Builds such an organisation. */
export async function buildPlans(base: TestDatabase, app: FastifyInstance) {
  const organization: TestOrganization = await buildOrganization(base.db);
  const channel: TestChannel = await buildChannel(base, organization);
  const owner = await buildAccount(base.db, organization, { role: "owner" });
  const token = await buildSession(base.db, organization, { ...owner, branchId: organization.branchIds[0] });
  const templateID = await buildApprovedTemplate(base, organization, "marketing");
  const { organizationId } = organization;
  const post = <Result = null>(call: string, body: object, key?: string) =>
    callApi<Result>(app, `POST /api_chat/Broadcast/${call}`, { token, body, ...(key && { key }) });
  const get = (call: string, id: RecordId) => callApi(app, `GET /api_chat/Broadcast/${call}?recordID=${id}`, { token });
  const form = (given: object = {}) => ({
    name: "暑期班",
    channel: channel.channelId,
    templateID,
    variables: { "body.1": { source: "nickname", text: "家長" } },
    filter: { everyone: true },
    scheduleTime: null,
    ...given,
  });
  const quietHours = (from: string | null, until: string | null) =>
    base.owner.query(
      `insert into broadcast_setting (organization_id, quiet_from, quiet_until, version) values ($1, $2, $3, 0)
       on conflict (organization_id) do update set quiet_from = $2, quiet_until = $3`,
      [organizationId, from, until],
    );
  await quietHours(null, null);
  return {
    organization,
    channel,
    post,
    get,
    form,
    quietHours,
    async add(given: object = {}): Promise<RecordId> {
      const { body } = await post<{ recordID: RecordId }>("AddPlan", form(given));
      if (!body.resultData) throw new Error(`The plan was refused: ${JSON.stringify(body)}`);
      return body.resultData.recordID;
    },
    async info(id: RecordId): Promise<PlanInfo> {
      const { body } = await callApi<PlanInfo>(app, `GET /api_chat/Broadcast/PlanInfo?recordID=${id}`, { token });
      if (!body.resultData) throw new Error("The plan is not shown");
      return body.resultData;
    },
    /** The settings' answer about the month's limit. */
    async usedThisMonth(): Promise<number> {
      const { body } = await callApi<{ usedThisMonth: number }>(app, "GET /api_chat/Broadcast/Setting", { token });
      if (!body.resultData) throw new Error("The settings are not shown");
      return body.resultData.usedThisMonth;
    },
    leadWith: (phone: string): Promise<LeadId> =>
      buildLead(base.db, organization, { area_code: "+852", phone, phone_e164: `852${phone}` }),
    async messages(): Promise<{ text: string }[]> {
      const { rows } = await base.owner.query<{ text: string }>(
        "select text from message where organization_id = $1 and broadcast_plan_id is not null order by message_id",
        [organizationId],
      );
      return rows;
    },
  };
}

export const nobodyAtWork: PeopleAtWork = { ms: () => 0, look: async () => undefined };

/** The dependencies of sending, with a provider in the test. */
export function sendingOf({ platform }: TestDatabase, provider: MessagingProvider = testProvider()): Sending {
  return {
    platform,
    sender: createBroadcastSender(platform, [provider]),
    people: nobodyAtWork,
  };
}

export interface PlanDesk {
  base: TestDatabase;
  app: FastifyInstance;
  plans: TestPlans;
}

/** For a test file: one database with a server, and before each test `take` with a new organisation. */
export function preparePlans(take: (desk: PlanDesk) => void | Promise<void>): void {
  const base = prepareDatabase();
  const server = prepareServer(base, (platform) => [broadcastPlansModule(platform, [])]);
  beforeEach(async () => take({ base, app: server.app, plans: await buildPlans(base, server.app) }));
}
