import { sql } from "kysely";
import { atHour, day } from "./clock.ts";
import type { SeedTx } from "./kit.ts";
import { channels, demo } from "./places.ts";

interface DemoPlan {
  name: string;
  state: "draft" | "completed" | "running" | "pending" | "cancelled" | "failed";
  /** Days from today until it starts, at an hour when people read messages. */
  at: number;
  hour: number;
  /** Of a hundred recipients, the number that reached each state, in this order; the rest waits. */
  shares: Readonly<Record<"read" | "delivered" | "accepted" | "failed", number>>;
  most: number;
}

const nothing = { read: 0, delivered: 0, accepted: 0, failed: 0 };

/** The running one is paused, so that the demo looks the same tomorrow. */
const plans: readonly DemoPlan[] = [
  {
    name: "試聽課提醒（十一月）",
    state: "completed",
    at: -3,
    hour: 12,
    shares: { read: 61, delivered: 28, accepted: 5, failed: 6 },
    most: 400,
  },
  {
    name: "週末試聽課提醒",
    state: "running",
    at: -1,
    hour: 19,
    shares: { read: 20, delivered: 14, accepted: 6, failed: 1 },
    most: 300,
  },
  { name: "校園開放日邀請", state: "pending", at: 6, hour: 12, shares: nothing, most: 0 },
  { name: "聖誕營通知（草稿）", state: "draft", at: 20, hour: 19, shares: nothing, most: 0 },
  { name: "颱風停課通知", state: "cancelled", at: 2, hour: 20, shares: nothing, most: 0 },
  {
    name: "舊號碼通知",
    state: "failed",
    at: -12,
    hour: 20,
    shares: { ...nothing, failed: 100 },
    most: 24,
  },
];

/** Broadcast plans in four states, with recipients and prices. */
export async function writeBroadcasts(tx: SeedTx, now: number): Promise<void> {
  const { organizationId } = demo;
  for (const [index, plan] of plans.entries()) {
    const planId = `0199c100-0000-7000-8000-0000000000${10 + index}`;
    const start = new Date(atHour(now, plan.at, plan.hour));
    const isOver = plan.state === "completed" || plan.state === "failed";
    const started = isOver || plan.state === "running" ? start : null;
    await sql`
      insert into broadcast_plan (organization_id, plan_id, name, channel_id, branch_id, template_id, variables, filter, state,
        schedule_at, started_at, paused_at, finished_at, cancelled_at, created_by, updated_by, created_at, updated_at)
      select channel.organization_id, ${planId}::uuid, ${plan.name}, channel_id, branch_id, template_id,
        '{"body.1": {"source": "nickname", "text": "家長"}, "body.2": {"source": "none", "text": "19:00"}, "body.3": {"source": "branch", "text": "分校"}}',
        '{"hasPhone": true, "newWithinDays": 30}', ${plan.state}, ${start}, ${started},
        ${plan.state === "running" ? start : null}::timestamptz, ${isOver ? new Date(start.getTime() + day / 48) : null}::timestamptz,
        ${plan.state === "cancelled" ? new Date(now - day / 8) : null}::timestamptz,
        owner.account_id, owner.account_id, ${new Date(Math.min(now, start.getTime()) - day / 4)}, ${new Date(Math.min(now, start.getTime()) - day / 5)}
      from channel
      join message_template template on template.organization_id = channel.organization_id and template.name = 'trial_class_reminder'
      join account owner on owner.organization_id = channel.organization_id and owner.is_owner
      where channel.organization_id = ${organizationId} and channel_id = ${channels.whatsapp.channelId}`.execute(tx);
    if (plan.most > 0) await writeRecipients(tx, { plan, planId, start, now: new Date(now) });
  }
  await writePrices(tx);
  await writeMails(tx, now);
}

async function writeRecipients(
  tx: SeedTx,
  { plan, planId, start, now }: { plan: DemoPlan; planId: string; start: Date; now: Date },
): Promise<void> {
  const { read, delivered, accepted, failed } = plan.shares;
  const upTo = { read, delivered: read + delivered, accepted: read + delivered + accepted };
  const organization = sql`${demo.organizationId}::uuid`;
  const last = upTo.accepted + failed;
  await sql`
    insert into broadcast_recipient (organization_id, plan_id, lead_id, phone, state, reason, queued_at, accepted_at,
      delivered_at, read_at, replied_at, failed_at)
    select ${organization}, ${planId}::uuid, lead_id, phone_e164, state,
      case when state = 'failed' then case when place % 3 = 0 then 'marketingCap' else 'notOnWhatsApp' end
        when state = 'excluded' then 'blocked' end,
      case when state in ('waiting', 'excluded') then null else at end,
      case when state in ('accepted', 'delivered', 'read') then at + interval '2 seconds' end,
      case when state in ('delivered', 'read') then least(at + interval '1 minute' * (1 + place % 90), ${now}) end,
      case when state = 'read' then least(at + interval '1 minute' * (5 + place % 600), ${now}) end,
      case when state = 'read' and place % 7 = 0 then least(at + interval '1 minute' * (9 + place % 900), ${now}) end,
      case when state = 'failed' then at + interval '4 seconds' end
    from (
      select *, case when place % 97 = 0 then 'excluded' when place % 100 < ${upTo.read} then 'read'
        when place % 100 < ${upTo.delivered} then 'delivered' when place % 100 < ${upTo.accepted} then 'accepted'
        when place % 100 < ${last} then 'failed' else 'waiting' end as state,
        ${start}::timestamptz + interval '12 milliseconds' * place as at
      from (select lead_id, phone_e164, row_number() over (order by lead_id) as place from lead
        where organization_id = ${organization} and phone_e164 is not null and deleted_at is null limit ${plan.most}) as someone
    ) as recipient`.execute(tx);
  await sql`
    update broadcast_plan set (total, excluded, accepted, delivered, read, replied, failed) = (
      select count(*) filter (where state <> 'excluded'), count(*) filter (where state = 'excluded'), count(accepted_at),
        count(delivered_at), count(read_at), count(replied_at), count(failed_at)
      from broadcast_recipient where organization_id = ${organization} and plan_id = ${planId}::uuid)
    where organization_id = ${organization} and plan_id = ${planId}::uuid`.execute(tx);
}

/** Sample prices for estimates; a centre enters its provider's prices. */
async function writePrices(tx: SeedTx): Promise<void> {
  await sql`
    insert into broadcast_price (organization_id, price_id, country, category, currency, unit_micros, valid_from)
    select ${demo.organizationId}::uuid, gen_random_uuid(), country, category, 'USD', micros, '2026-10-01'
    from (values ('HK', 'marketing', 73200), ('HK', 'utility', 11300), ('HK', 'service', 11300), ('TW', 'marketing', 73200),
      ('TW', 'utility', 11300), ('TW', 'service', 11300))
      as price (country, category, micros)`.execute(tx);
  await sql`
    insert into broadcast_setting (organization_id, monthly_limit) values (${demo.organizationId}::uuid, 20000)`.execute(
    tx,
  );
}

const mail = {
  language: "zh-tw",
  category: "marketing",
  subject: "{{nickname|家長}}，寒假營早鳥優惠到月底",
  preheader: "小班教學，名額有限",
  blocks: [
    { type: "heading", text: "{{nickname|家長}}您好" },
    { type: "text", text: "{{branch}}的寒假營開始報名了：英語戲劇、科學實驗與游泳，小班教學，每班最多 8 人。" },
    { type: "button", label: "查看課程", link: "https://demo.homeroom.test/winter-camp" },
    { type: "divider" },
    { type: "footer", text: "{{branch}}\n如有疑問，直接回覆這封郵件即可。" },
  ],
};

/** An e-mail template, and a plan that has sent it. */
async function writeMails(tx: SeedTx, now: number): Promise<void> {
  const organization = sql`${demo.organizationId}::uuid`;
  const templateId = "0199c100-0000-7000-8000-000000000201";
  const planId = "0199c100-0000-7000-8000-000000000202";
  const start = new Date(atHour(now, -2, 12));
  const content = JSON.stringify(mail);
  await sql`
    insert into email_template (organization_id, template_id, name, content, created_by, updated_by, created_at, updated_at)
    select organization_id, ${templateId}::uuid, '寒假營早鳥優惠', ${content}::jsonb, account_id, account_id, ${start}, ${start}
    from account where organization_id = ${organization} and is_owner`.execute(tx);
  await sql`
    insert into broadcast_plan (organization_id, plan_id, name, kind, branch_id, email_template_id, email_content, links, filter,
      state, schedule_at, started_at, finished_at, created_by, updated_by, created_at, updated_at)
    select sender.organization_id, ${planId}::uuid, '寒假營電郵', 'email', branch_id, ${templateId}::uuid, ${content}::jsonb,
      '{https://demo.homeroom.test/winter-camp}', '{"hasEmail": true}', 'completed', ${start}, ${start},
      ${new Date(start.getTime() + day / 96)}, account_id, account_id, ${start}, ${start}
    from email_setting sender join account using (organization_id)
    where sender.organization_id = ${organization} and is_owner limit 1`.execute(tx);
  await sql`
    insert into broadcast_recipient (organization_id, plan_id, lead_id, email, state, reason, detail, queued_at, accepted_at,
      clicked_at, failed_at, tries)
    select ${organization}, ${planId}::uuid, lead_id, email, case when place % 41 = 0 then 'failed' else 'accepted' end,
      case when place % 41 = 0 then 'mailboxUnknown' end, case when place % 41 = 0 then '550 5.1.1 No such user here' end, at,
      case when place % 41 > 0 then at end, case when place % 41 > 0 and place % 6 = 0 then at + interval '1 minute' * (3 + place % 700) end,
      case when place % 41 = 0 then at end, 1
    from (
      select lead_id, email, place, ${start}::timestamptz + interval '40 milliseconds' * place as at
      from (select lead_id, email, row_number() over (order by lead_id) as place from lead
        where organization_id = ${organization} and email <> '' and deleted_at is null limit 360) as someone) as reader`.execute(
    tx,
  );
  await sql`
    insert into email_stop (organization_id, address, reason, detail, stopped_at)
    select organization_id, lower(email), 'bounced', detail, failed_at from broadcast_recipient
    where organization_id = ${organization} and plan_id = ${planId}::uuid and state = 'failed' on conflict do nothing`.execute(
    tx,
  );
  await sql`
    update broadcast_plan set (total, accepted, clicked, failed) = (
      select count(*), count(accepted_at), count(clicked_at), count(failed_at)
      from broadcast_recipient where organization_id = ${organization} and plan_id = ${planId}::uuid)
    where organization_id = ${organization} and plan_id = ${planId}::uuid`.execute(tx);
}
