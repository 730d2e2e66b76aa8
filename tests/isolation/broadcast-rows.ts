import type { ChannelId, LeadId, RecordId } from "@homeroom/contract/ids";
import { newId } from "./new-id.ts";
import type { Stage } from "./stage.ts";

/** Plans over a branch's number: one that has ended, with one recipient; one that waits for its time; one that is paused. */
export interface BroadcastRows {
  planId: RecordId;
  pendingPlanId: RecordId;
  pausedPlanId: RecordId;
  planName: string;
  /** An e-mail template of the organisation, and an address that it sends no more mail to. */
  emailTemplateId: RecordId;
  stoppedAddress: string;
}

export function broadcastIds(name: string): BroadcastRows {
  const plans = { planId: newId(), pendingPlanId: newId(), pausedPlanId: newId(), planName: `${name}的發送計劃` };
  return { ...plans, emailTemplateId: newId(), stoppedAddress: `${newId()}@stopped.test` };
}

interface BroadcastTargets extends BroadcastRows {
  channelId: ChannelId;
  templateId: RecordId;
  leadId: LeadId;
  phone: string;
}

/** Puts the plans back as they were. Removes other plans made from them, and the organisation's settings. */
export async function restoreBroadcasts(
  stage: Stage,
  { planId, pendingPlanId, pausedPlanId, planName, channelId, templateId, leadId, phone, ...mail }: BroadcastTargets,
): Promise<void> {
  const { base } = stage;
  await restoreMail(stage, { ...mail, channelId, planName });
  await base.owner.query("delete from broadcast_plan where source_id = $1", [planId]);
  await base.owner.query(
    `insert into broadcast_plan (organization_id, plan_id, name, channel_id, branch_id, template_id, state, total, failed,
       numbers, schedule_at, started_at, paused_at)
     select organization_id, plan.id, $1, channel_id, branch_id, $2, plan.state, 1, 1, '{85291234567}',
       now() + interval '30 days', case when plan.state <> 'pending' then now() end, case when plan.state = 'running' then now() end
     from channel, (values ($4::uuid, 'completed'), ($5::uuid, 'pending'), ($6::uuid, 'running')) as plan (id, state)
     where channel_id = $3
     on conflict (organization_id, plan_id) do update set deleted_at = null, state = excluded.state, version = 1,
       name = excluded.name, schedule_at = excluded.schedule_at, paused_at = excluded.paused_at, channel_id = excluded.channel_id,
       template_id = excluded.template_id, cancelled_at = null, approved_at = null, approved_by = null,
       created_by = null, updated_by = null`,
    [planName, templateId, channelId, planId, pendingPlanId, pausedPlanId],
  );
  await base.owner.query(
    "delete from broadcast_setting where organization_id = (select organization_id from channel where channel_id = $1)",
    [channelId],
  );
  await base.owner.query(
    `insert into broadcast_recipient (organization_id, plan_id, lead_id, phone, state, reason)
     select organization_id, plan_id, $2::uuid, $3, 'failed', 'notOnWhatsApp' from broadcast_plan plan
     where plan_id = $1 and not exists (select from broadcast_recipient one where one.plan_id = plan.plan_id)`,
    [planId, leadId, `852${phone}`],
  );
}

async function restoreMail(
  { base }: Stage,
  {
    emailTemplateId,
    stoppedAddress,
    planName,
    channelId,
  }: Pick<BroadcastTargets, "emailTemplateId" | "stoppedAddress" | "planName" | "channelId">,
): Promise<void> {
  const content = {
    language: "zh-tw",
    category: "marketing",
    subject: planName,
    preheader: "",
    blocks: [{ type: "text", text: planName }],
  };
  await base.owner.query(
    `insert into email_template (organization_id, template_id, name, content)
     select organization_id, $1, $2, $3 from channel where channel_id = $4
     on conflict (organization_id, template_id) do update set name = excluded.name, content = excluded.content, deleted_at = null, version = 1`,
    [emailTemplateId, planName, JSON.stringify(content), channelId],
  );
  await base.owner.query(
    `insert into email_stop (organization_id, address, reason)
     select organization_id, $1, 'bounced' from channel where channel_id = $2 on conflict do nothing`,
    [stoppedAddress, channelId],
  );
}
