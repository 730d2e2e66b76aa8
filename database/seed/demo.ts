import { sql } from "kysely";
import { writeAdLeads } from "./ad-leads.ts";
import { writeAdvertising } from "./advertising.ts";
import { writeAssistant } from "./assistant.ts";
import { writeBilling, writeSales } from "./billing.ts";
import { writeBroadcasts } from "./broadcasts.ts";
import { writeCampaigns } from "./campaigns.ts";
import { day, dayOf } from "./clock.ts";
import { newConversations } from "./conversations.ts";
import { writeImages } from "./images.ts";
import type { SeedKit, SeedTx } from "./kit.ts";
import { writeLandingPages } from "./landing-pages.ts";
import { writeLeadExtras } from "./lead-extras.ts";
import { newHistory, newProspect, type SeedContext } from "./lead-history.ts";
import { writeLeadRules } from "./lead-rules.ts";
import { takeOverToLine, writeWelcome } from "./line.ts";
import { writeInstalments, writeOrders, writeTaxInvoices } from "./orders.ts";
import { writePaymentPlatforms } from "./payment-platforms.ts";
import { branchRecords, departments, organizationRecord, staffRecords } from "./people-records.ts";
import { nameOf, storePictures } from "./pictures.ts";
import { channels, demo, demoPassword, other, type SeedOrganization, seller } from "./places.ts";
import { writeProducts } from "./products.ts";
import { writeQuickReplies } from "./quick-replies.ts";
import { writeTemplates } from "./templates.ts";
import { writeTransferProofs } from "./transfer-proofs.ts";
import { writeVolcengine } from "./volcengine.ts";
import { writeOrganization } from "./write-organization.ts";
import { writeRows } from "./write-rows.ts";

const lock = 7_042_002;
const historyDays = 90;

/**
 * Waits for another process that may be writing the demo, longer than the usual statement timeout. Functions of generated
 * columns are planned once and not for each row, which saves a third of the time of writing leads.
 */
async function prepareToFill(tx: SeedTx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx);
  await sql`set local plan_cache_mode = force_generic_plan`.execute(tx);
  await sql`select pg_advisory_xact_lock(${lock})`.execute(tx);
}

/**
 * Makes the demo organisation, a second one, and the one that sells plans to them, if they are not there: each in one transaction, the same every time but
 * for the dates, which lead up to `now`. Returns whether anything was created. Safe in several processes at once.
 */
export async function seedDemo(kit: SeedKit, now: number = Date.now()): Promise<boolean> {
  const passwordHash = await kit.hashPassword(demoPassword);
  const made = [await seedSeller(kit, { now, passwordHash })];
  for (const organization of [demo, other]) made.push(await seedOrganization(kit, organization, { now, passwordHash }));
  return made.includes(true);
}

/** The organisation that sells plans, with its platforms and what the demo organisation bought. */
function seedSeller(kit: SeedKit, given: { now: number; passwordHash: string }): Promise<boolean> {
  return kit.inOrganization(seller.organizationId, async (tx) => {
    await prepareToFill(tx);
    const found = await tx.selectFrom("organization").select("organization_id").execute();
    if (found.length > 0) return false;
    await writeOrganization(tx, seller, { ...given, kit });
    await writePaymentPlatforms(tx, kit, seller);
    await writeSales(tx, given.now);
    return true;
  });
}

function seedOrganization(
  kit: SeedKit,
  organization: SeedOrganization,
  given: { now: number; passwordHash: string },
): Promise<boolean> {
  return kit.inOrganization(organization.organizationId, async (tx) => {
    await prepareToFill(tx);
    const found = await tx.selectFrom("organization").select("organization_id").execute();
    if (found.length > 0) return false;
    const around = await writeOrganization(tx, organization, { ...given, kit });
    await writeLeadRules(tx, organization, given.now);
    if (organization === demo) {
      await writePeopleRecords(tx, given.now);
      await writeQuickReplies(tx, organization.organizationId, given.now);
      await writeAssistant(tx, kit, organization);
      await writePaymentPlatforms(tx, kit, organization);
      await writeEmailSettings(tx, kit, { ...organization, now: given.now });
      await writeProducts(tx, kit, { ...organization, now: given.now });
      await writeImages(tx, kit, { ...organization, now: given.now });
      await writeLandingPages(tx, kit, { ...organization, now: given.now });
    }
    await writeLeads(tx, kit, { organization, around });
    if (organization === demo) {
      await writeLeadExtras(tx, organization, given.now);
      await writeOrders(tx, organization, given.now);
      await writeInstalments(tx, { ...organization, now: given.now });
      await writeTaxInvoices(tx, kit, organization);
      await writeTransferProofs(tx, kit, { ...organization, now: given.now });
      await writeAdvertising(tx, kit, { ...organization, now: given.now });
      await writeCampaigns(tx, { ...organization, now: given.now });
      await writeVolcengine(tx, kit, { ...organization, now: given.now });
      await writeAdLeads(tx, { ...organization, now: given.now });
      await writeBilling(tx, organization.organizationId, given.now);
    }
    return true;
  });
}

/** The leads with their histories, those with messages first, with the messages. */
async function writeLeads(
  tx: SeedTx,
  kit: SeedKit,
  { organization, around }: { organization: SeedOrganization; around: SeedContext },
): Promise<void> {
  const talked = newConversations(around, channels.whatsapp.channelId, organization.conversations);
  const lineUsers = takeOverToLine(talked);
  const rest = organization.leads - talked.prospects.length;
  const others = Array.from({ length: rest }, (_, index) =>
    newProspect(around, Math.floor((index * historyDays) / rest)),
  );
  const histories = [...talked.prospects, ...others].map((prospect) => newHistory(around, prospect));
  await writeRows(
    tx,
    "lead",
    histories.map(({ lead, notes }) => ({
      ...lead,
      line_user_id: lineUsers.get(String(lead["lead_id"])) ?? "",
      note_text: noteTextOf(notes),
    })),
  );
  await writeRows(
    tx,
    "lead_log",
    histories.flatMap((history) => history.logs),
  );
  await writeRows(
    tx,
    "lead_note",
    histories.flatMap((history) => history.notes),
  );
  if (organization.conversations === 0) return;

  await writeChannels(tx, kit, around);
  await writeTemplates(tx, around.now);
  await writeBroadcasts(tx, around.now);
  await writeWelcome(tx);
  await writeRows(tx, "channel_contact", talked.contacts);
  await writeRows(tx, "conversation", talked.conversations);
  const { organizationId } = organization;
  const pictures = await storePictures(talked.files, kit, organizationId);
  const files = pictures.map((picture) => ({
    organization_id: organizationId,
    file_id: picture.fileId,
    name: nameOf(picture),
    content_type: "image/jpeg",
    size: picture.size,
    width: picture.width,
    height: picture.height,
    storage_key: picture.storageKey,
    created_at: new Date(picture.at).toISOString(),
  }));
  await writeRows(tx, "stored_file", files);
  await writeRows(tx, "message", talked.messages);
  await writeRows(tx, "message_reaction", talked.reactions);
  await writeOfficeHours(tx);
  await writeWaits(tx);
}

/** The trigger's result for the notes (`noted_of`): if it is stored already, the trigger does not write the lead again. */
function noteTextOf(notes: readonly Record<string, unknown>[]): string {
  const newestFirst = notes.toSorted((one, other) =>
    String(one["created_at"]) < String(other["created_at"]) ? 1 : -1,
  );
  return newestFirst.map(({ content }) => content).join("\n");
}

async function writeChannels(tx: SeedTx, kit: SeedKit, around: SeedContext): Promise<void> {
  for (const channel of [channels.whatsapp, channels.line]) {
    await tx
      .insertInto("channel")
      .values({
        organization_id: demo.organizationId,
        channel_id: channel.channelId,
        branch_id: channel.branchId,
        kind: channel.kind,
        name: channel.name,
        external_id: channel.externalId,
        settings: JSON.stringify(channel.settings),
        secrets: kit.sealSecrets(channel.secrets),
        is_sandbox: true,
        created_at: new Date(around.now - 90 * 86_400_000),
      })
      .execute();
  }
}

/** The first branch sends through the sandbox's mail server, where `npm start` puts it. */
async function writeEmailSettings(
  tx: SeedTx,
  kit: SeedKit,
  { organizationId, branches, now }: Pick<SeedOrganization, "organizationId" | "branches"> & { now: number },
): Promise<void> {
  const [branch] = branches;
  if (!branch) return;
  await tx
    .insertInto("email_setting")
    .values({
      organization_id: organizationId,
      branch_id: branch.branchId,
      provider: "other",
      server: "127.0.0.1",
      port: kit.mailPort,
      security: "none",
      username: "demo",
      secrets: kit.sealSecrets({ password: "demo-smtp-password" }),
      sender: "office@demo.homeroom.test",
      sender_name: "晨光文理補習班",
      verified_at: new Date(now),
      updated_by: null,
    })
    .execute();
}

/** Written before messages, because waits are measured in office hours. */
async function writeOfficeHours(tx: SeedTx): Promise<void> {
  const hours = JSON.stringify([1, 2, 3, 4, 5, 6].map((day) => ({ day, from: "10:00", to: "20:00" })));
  await sql`
    insert into chat_setting (organization_id, setting_id, office_hours)
    values (${demo.organizationId}::uuid, gen_random_uuid(), ${hours}::jsonb)`.execute(tx);
}

/** Derives from the messages how long customers waited for a person, and since when they have been waiting. */
async function writeWaits(tx: SeedTx): Promise<void> {
  await sql`
    insert into answered_wait (organization_id, message_id, branch_id, account_id, waited_since, answered_at, answered_on, minutes)
    select organization_id, message_id, branch_id, sender_id, since, sent_at,
      branch_day(organization_id, branch_id, sent_at), floor(extract(epoch from sent_at - since) / 60)
    from (
      select answer.*, talk.branch_id, (
        select min(said.sent_at) from message said
        where said.organization_id = answer.organization_id and said.conversation_id = answer.conversation_id
          and said.direction = 'in' and said.position < answer.position
          and said.position > coalesce(answer.answer_before, 0)) as since
      from (
        select organization_id, message_id, conversation_id, sender_id, sent_at, position,
          lag(position) over (partition by conversation_id order by position) as answer_before
        from message where organization_id = app_organization() and direction = 'out' and author = 'staff') as answer
      join conversation talk using (organization_id, conversation_id)) as waited
    where since is not null`.execute(tx);
  await sql`
    update conversation talk set waiting_since = (
      select min(sent_at) from message said
      where said.organization_id = talk.organization_id and said.conversation_id = talk.conversation_id
        and said.direction = 'in' and said.position > coalesce((
          select max(position) from message answer
          where answer.organization_id = talk.organization_id and answer.conversation_id = talk.conversation_id
            and answer.direction = 'out'), 0))
    where talk.organization_id = app_organization() and last_direction = 'in'`.execute(tx);
}

/** Fills in the records of the demo organisation: departments, and the fields of its branches and people. */
async function writePeopleRecords(tx: SeedTx, now: number): Promise<void> {
  const { organizationId } = demo;
  await tx.updateTable("organization").set(organizationRecord).where("organization_id", "=", organizationId).execute();
  const rows = departments.map((department) => ({ organization_id: organizationId, ...department }));
  await tx.insertInto("department").values(rows).execute();
  for (const { branchId, leaseEndsInDays, record } of branchRecords) {
    await tx
      .updateTable("branch")
      .set({ ...record, lease_ends_on: dayOf(now + leaseEndsInDays * day) })
      .where("organization_id", "=", organizationId)
      .where("branch_id", "=", branchId)
      .execute();
  }
  for (const { accountId, record } of staffRecords) {
    await tx
      .updateTable("account")
      .set(record)
      .where("organization_id", "=", organizationId)
      .where("account_id", "=", accountId)
      .execute();
  }
}
