import type { Rows } from "./rows.ts";
import type { Stage } from "./stage.ts";

/** Credentials that the sandbox's backup service accepts. */
const accepted = { productID: "demo-product", phoneID: "886277000001", token: "demo-backup-token" };

/** A branch's rules and backup as they were first, a viewer of the conversation, and nobody who holds it. */
export async function restoreHolding({ base }: Stage, rows: Rows): Promise<void> {
  const { organizationId, branchId, conversationId, salesId } = rows;
  await base.owner.query("delete from conversation_hold where conversation_id = $1", [conversationId]);
  await base.owner.query(
    `insert into conversation_viewer (organization_id, conversation_id, account_id, viewing_until, typing_until)
     values ($1, $2, $3, now() + interval '1 hour', now())
     on conflict (organization_id, conversation_id, account_id) do update set viewing_until = excluded.viewing_until`,
    [organizationId, conversationId, salesId],
  );
  await base.owner.query("delete from chat_setting where branch_id = $1", [branchId]);
  await base.owner.query(
    `insert into chat_setting (organization_id, setting_id, branch_id, notify, notify_emails)
     values ($1, gen_random_uuid(), $2, 'custom', $3)`,
    [organizationId, branchId, JSON.stringify([{ name: "值班", email: "duty@branch.test" }])],
  );
  const { phoneID, productID, token } = accepted;
  await base.owner.query(
    `insert into backup_setting (organization_id, branch_id, phone_id, product_id, secrets, verified_at)
     values ($1, $2, $3, $4, $5, now())
     on conflict (organization_id, branch_id) do update set version = 1, secrets = excluded.secrets,
       phone_id = excluded.phone_id, product_id = excluded.product_id`,
    [organizationId, branchId, phoneID, productID, base.platform.secrets.seal({ token })],
  );
}
