import type { AddressInfo } from "node:net";
import { fastify } from "fastify";
import pg from "pg";

/**
 * The reference as an outsider would write it: for each request the minimal SQL in one prepared statement with joins, and a
 * handler that sends the rows. No session, no rights, no row-level security.
 */
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 20 });
const app = fastify();

const item = (column: string) =>
  `(select jsonb_build_object('recordID', item_id, 'name', name) from list_item i
    where i.organization_id = l.organization_id and i.item_id = l.${column})`;
const channel = (column: string) =>
  `(select jsonb_build_object('recordID', lead_channel_id, 'name', name) from lead_channel c
    where c.organization_id = l.organization_id and c.lead_channel_id = l.${column})`;
const person = (column: string, of = "l") =>
  `(select jsonb_build_object('accountID', account_id, 'nickname', nickname, 'avatar', avatar_file_id) from account a
    where a.organization_id = ${of}.organization_id and a.account_id = ${of}.${column})`;
const leadFields = `
  l.lead_id as "leadId", l.branch_id as "branchID", b.name as "branchName", l.nickname, l.fullname, l.ename,
  l.avatar_file_id as avatar, l.area_code as "areaCode", l.phone, l.email, l.address, l.school, l.grade, l.referrer,
  ${channel("channel_id")} as channel, ${channel("secondary_channel_id")} as "secondaryChannel",
  ${person("sales_id")} as sales, ${person("tutor_id")} as tutor, ${item("status_id")} as status,
  ${item("result_id")} as result, ${item("regular_contact_id")} as "regularContact",
  (select jsonb_agg(jsonb_build_object('recordID', item_id, 'name', name, 'color', color)) from list_item i
   where i.organization_id = l.organization_id and i.item_id = any(l.tag_ids)) as tag,
  l.lead_type as "leadType", l.gpt_status as "gptStatus", l.app_open as appopenflag, l.revisit_count as "revisitCount",
  l.lead_date as "leadDate", l.last_contact_at as "lastContactDate", l.next_contact_date as "nextContactDate",
  l.created_at as "createTime", l.updated_at as "updateTime", l.version`;
const leads = `
  with matching as materialized (
    select lead_id, created_at from lead where organization_id = $1 and deleted_at is null and sales_id = any($2)
      and status_id = any($3) and channel_id = any($4) limit 10001)
  select ${leadFields}, (select count(*)::int from matching) as total
  from (select lead_id from matching order by created_at desc, lead_id desc limit 50) page
  join lead l on l.organization_id = $1 and l.lead_id = page.lead_id
  join branch b on b.organization_id = l.organization_id and b.branch_id = l.branch_id
  order by l.created_at desc, l.lead_id desc`;
const oneLead = `
  select ${leadFields}, l.first_name, l.last_name, l.birthday, l.gender, l.country, l.contact1, l.contact2, l.notes,
    l.line_user_id, l.app_device, l.system_version, l.app_version, l.lead_count,
    ${person("created_by")} as creator, ${person("updated_by")} as updater
  from lead l join branch b on b.organization_id = l.organization_id and b.branch_id = l.branch_id
  where l.organization_id = $1 and l.lead_id = $2 and l.deleted_at is null`;
const messages = `
  select m.*, ${person("sender_id", "m")} as sender, c.kind as channel_kind, f.name as file_name, f.size as file_size,
    f.content_type
  from message m
  join channel c on c.organization_id = m.organization_id and c.channel_id = m.channel_id
  left join stored_file f on f.organization_id = m.organization_id and f.file_id = m.file_id
  where m.organization_id = $1 and m.conversation_id = $2 order by m.position desc limit 50`;
const conversations = `
  select v.*, l.nickname, l.avatar_file_id, l.phone, l.gpt_status, l.branch_id, ${person("sales_id")} as sales,
    ${item("status_id")} as status, c.kind, c.name as channel_name, c.stopped_reason, k.window_ends_at, k.blocked_at,
    m.kind as last_kind, m.text as last_text, m.state as last_state
  from conversation v
  join lead l on l.organization_id = v.organization_id and l.lead_id = v.lead_id
  join channel_contact k on k.organization_id = v.organization_id and k.contact_id = v.contact_id
  join channel c on c.organization_id = v.organization_id and c.channel_id = k.channel_id
  left join message m on m.organization_id = v.organization_id and m.message_id = v.last_message_id
  where v.organization_id = $1 and v.hidden_at is null order by v.last_message_at desc limit 50`;
const member = `
  select a.account_id, a.nickname, a.email, a.avatar_file_id, o.name as organization, b.name as branch, b.time_zone,
    (select array_agg(distinct g.permission) from account_role r join role_grant g using (organization_id, role_id)
     where r.organization_id = a.organization_id and r.account_id = a.account_id) as perms
  from account a join organization o using (organization_id)
  join branch b on b.organization_id = a.organization_id and b.branch_id = $3
  where a.organization_id = $1 and a.account_id = $2`;

const statements = { leads, oneLead, messages, conversations, member };

app.post("/call", async (request) => {
  const { name, values } = request.body as { name: keyof typeof statements; values: unknown[] };
  const { rows } = await pool.query({ name, text: statements[name], values });
  return { success: true, code: 200, message: "", resultData: { list: rows } };
});
await app.listen({ host: "127.0.0.1", port: 0 });
process.send?.((app.server.address() as AddressInfo).port);
process.on("SIGTERM", () => process.exit(0));
