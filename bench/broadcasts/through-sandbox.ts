import { join } from "node:path";
import { type BranchId, RecordId } from "@homeroom/contract/ids";
import type { TestOrganization } from "@homeroom/server/modules/organizations/for-tests";
import { createSecretBox } from "@homeroom/server/platform/secrets/secret-box";
import type pg from "pg";
import { v7 } from "uuid";
import { secretKey } from "../measure/database.ts";
import { type Program, startReference } from "../measure/programs.ts";

type Owner = Pick<pg.Pool, "query">;

/** A WhatsApp number here and at the sandbox. */
export interface SandboxNumber {
  channelId: string;
  account: Record<"appId" | "accessToken" | "appSecret" | "verifyToken" | "phoneNumberId", string> & {
    displayPhoneNumber: string;
    businessAccountId: string;
  };
}

const place = { source: "none", text: "週六" };
const variables = { "body.1": place, "body.2": place, "body.3": place };

/** Numbers of one organisation, and a template of the sandbox's accounts. `level`: how much Meta lets them send. */
export async function writeNumbers(
  owner: Owner,
  { organizationId, branchIds }: TestOrganization,
  levels: readonly ("STANDARD" | "HIGH")[],
): Promise<SandboxNumber[]> {
  const secrets = createSecretBox(secretKey);
  const app = { appId: "4", accessToken: "bench-token", appSecret: "bench-secret", verifyToken: "bench-verify" };
  const { accessToken, appSecret, verifyToken } = app;
  const numbers: SandboxNumber[] = [];
  for (const [at, throughput] of levels.entries()) {
    const channelId = v7();
    const phoneNumberId = String(100_000 + at);
    await owner.query(
      `insert into channel (organization_id, channel_id, branch_id, kind, name, external_id, settings, secrets)
       values ($1, $2, $3, 'whatsapp', 'WhatsApp', $4, $5, $6)`,
      [
        ...[organizationId, channelId, branchIds[0], phoneNumberId],
        JSON.stringify({ businessAccountId: "2", throughput }),
        secrets.seal({ accessToken, appSecret, verifyToken }),
      ],
    );
    const displayPhoneNumber = `+852 3700 ${String(at).padStart(4, "0")}`;
    numbers.push({ channelId, account: { ...app, phoneNumberId, displayPhoneNumber, businessAccountId: "2" } });
  }
  const content = {
    ...{ type: "none", header: "", headerSample: "", headerImage: null, footer: "課前兩小時可改期", buttons: [] },
    body: "您好 {{1}}，提醒您明天 {{2}} 有一堂試聽課，地點在{{3}}。請問會準時到嗎？",
    variables: [1, 2, 3].map(() => ({ sample: "週六", source: "none" })),
  };
  await owner.query(
    `insert into message_template (organization_id, template_id, business_account_id, name, language, category, content, approved_content, review_status)
     values ($1, $2, '2', 'trial_class_reminder', 'zh_TW', 'utility', $3, $3, 'approved')`,
    [organizationId, v7(), JSON.stringify(content)],
  );
  return numbers;
}

/** The sandbox in a process of its own, which reports the statuses of messages to these addresses. */
export async function startSandbox(
  numbers: readonly (SandboxNumber & { webhookUrl: string })[],
  port: number,
): Promise<Program> {
  const options = { port, channels: numbers.map(({ account, webhookUrl }) => ({ ...account, webhookUrl })) };
  return startReference(join(import.meta.dirname, "../measure/whatsapp-sandbox.ts"), {
    SANDBOX: JSON.stringify(options),
  });
}

/** Leads of a branch with consecutive numbers starting at `first`: E.164 digits of Taiwan. */
export async function writeLeads(
  owner: Owner,
  { organizationId, branchIds }: TestOrganization,
  { first, count }: { first: number; count: number },
): Promise<string[]> {
  await owner.query(
    `insert into lead (organization_id, lead_id, branch_id, nickname, area_code, phone, phone_e164, lead_date, contact1, contact2)
     select $1, gen_random_uuid(), $2, '家長 ' || n, '+886', n::text, '886' || n, current_date, '{}', '{}'
     from generate_series($3::bigint, $3::bigint + $4::bigint - 1) as n`,
    [organizationId, branchIds[0], first, count],
  );
  return Array.from({ length: count }, (_, index) => `886${first + index}`);
}

/** A plan to some numbers through a channel, due in a second. */
export async function writePlan(
  owner: Owner,
  { organizationId, branchId }: { organizationId: string; branchId: BranchId },
  { channelId, phones }: { channelId: string; phones: readonly string[] },
): Promise<RecordId> {
  const planId = RecordId.parse(v7());
  const { rows } = await owner.query<{ id: string }>("select template_id as id from message_template");
  await owner.query(
    `insert into broadcast_plan (organization_id, plan_id, name, channel_id, branch_id, template_id, variables, numbers, state, schedule_at)
     values ($1, $2, 'bench', $3, $4, $5, $6, $7, 'pending', now() + interval '1 second')`,
    [organizationId, planId, channelId, branchId, rows[0]?.id, JSON.stringify(variables), phones],
  );
  return planId;
}

/** The states of the recipients of some plans. */
export interface PlanProgress {
  open: number;
  accepted: number;
  delivered: number;
  failed: number;
}

export async function standingOf(owner: Owner, planIds: readonly RecordId[]): Promise<PlanProgress> {
  const { rows } = await owner.query<PlanProgress>(
    `select count(*) filter (where state in ('pending', 'running'))::int as open, coalesce(sum(accepted), 0)::int as accepted,
       coalesce(sum(delivered), 0)::int as delivered, coalesce(sum(failed), 0)::int as failed
     from broadcast_plan where plan_id = any($1)`,
    [planIds],
  );
  return rows[0] as PlanProgress;
}

/** Waits until plans have reached a state. Throws if a message failed. */
export async function untilStanding(
  owner: Owner,
  planIds: readonly RecordId[],
  isReached: (standing: PlanProgress) => boolean,
): Promise<void> {
  for (;;) {
    const standing = await standingOf(owner, planIds);
    if (standing.failed > 0) throw new Error(`${standing.failed} messages failed`);
    if (isReached(standing)) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** Sends a small plan and analyses the tables, so that later queries are planned as in a database in use. */
export async function warmUp(owner: Owner, organization: TestOrganization, number: SandboxNumber): Promise<void> {
  const phones = await writeLeads(owner, organization, { first: 990_000_000, count: 300 });
  const of = { organizationId: organization.organizationId, branchId: organization.branchIds[0] };
  const planId = await writePlan(owner, of, { channelId: number.channelId, phones });
  await untilStanding(owner, [planId], ({ delivered }) => delivered === phones.length);
  await owner.query("vacuum analyze");
}

/**
 * Messages a second that the provider accepted, between the first and the last tenth, so without start, bursts and end.
 * Messages go out in groups, so it is the slope of their number over time: the count divided by the time from first to last
 * would include one group too many.
 */
export async function acceptedRate(owner: Owner, planIds: readonly RecordId[]): Promise<number> {
  const { rows } = await owner.query<{ rate: number }>(
    `with taken as (
       select accepted_at as at, row_number() over (order by accepted_at) as place,
         ntile(10) over (order by accepted_at) as tenth
       from broadcast_recipient where plan_id = any($1) and accepted_at is not null)
     select regr_slope(place, extract(epoch from at)) as rate from taken where tenth between 2 and 9`,
    [planIds],
  );
  return rows[0]?.rate ?? 0;
}
