import type { AccountId, RecordId, RoleId } from "@homeroom/contract/ids";
import { customLists } from "@homeroom/contract/media";
import type { DefaultRole } from "@homeroom/contract/permissions";
import { day } from "./clock.ts";
import { createEmails } from "./fill.ts";
import type { SeedKit, SeedTx } from "./kit.ts";
import type { SeedContext } from "./lead-history.ts";
import { createPhones } from "./phones.ts";
import { ownChannels, type SeedOrganization, tags } from "./places.ts";
import { createRandom, type Random } from "./random.ts";
import { writeRows } from "./write-rows.ts";

/** Writes an organisation with its branches, people, roles and lists. Returns the data from which its leads are made. */
export async function writeOrganization(
  tx: SeedTx,
  organization: SeedOrganization,
  made: { kit: SeedKit; now: number; passwordHash: string },
): Promise<SeedContext> {
  const random = createRandom(organization.seed);
  const { organizationId } = organization;
  await tx
    .insertInto("organization")
    .values({
      organization_id: organizationId,
      name: organization.name,
      business_category: organization.businessCategory,
      country: organization.country,
      time_zone: organization.timeZone,
      membership: "basic",
      expires_at: new Date(made.now + 300 * day),
      created_at: new Date(made.now - 95 * day),
    })
    .execute();
  const branches = organization.branches.map((branch, sort) => ({
    organization_id: organizationId,
    branch_id: branch.branchId,
    name: branch.name,
    ename: branch.ename,
    time_zone: branch.timeZone,
    sort,
  }));
  await tx.insertInto("branch").values(branches).execute();
  await made.kit.createDefaultLists(tx, organizationId, random.id);
  const roles = await made.kit.createDefaultRoles(tx, organizationId, random.id);
  await limitDiscounts(tx, roles.sales);
  await writePeople(tx, organization, { ...made, roles });
  await writeOwnLists(tx, organization, random);
  return surroundings(tx, organization, { random, now: made.now });
}

/** Sales can give the discount of the demo's orders, a tenth of the price. */
async function limitDiscounts(tx: SeedTx, roleId: RoleId): Promise<void> {
  await tx.updateTable("role").set({ discount_limit: 1000 }).where("role_id", "=", roleId).execute();
}

async function writePeople(
  tx: SeedTx,
  { organizationId, accounts }: SeedOrganization,
  made: { now: number; passwordHash: string; roles: Record<DefaultRole, RoleId> },
): Promise<void> {
  const started = new Date(made.now - 94 * day);
  const people = accounts.map((account) => ({
    organization_id: organizationId,
    account_id: account.accountId,
    email: account.email,
    staff_id: account.staffId,
    nickname: account.nickname,
    password_hash: made.passwordHash,
    password_initialized_at: started,
    tour_completed_at: started,
    is_owner: account.role === "owner",
    created_at: started,
  }));
  const held = accounts.flatMap(({ accountId, role }) =>
    role === "owner" ? [] : [{ organization_id: organizationId, account_id: accountId, role_id: made.roles[role] }],
  );
  const places = accounts.flatMap((account) =>
    account.branches.map((branch_id) => ({
      organization_id: organizationId,
      account_id: account.accountId,
      branch_id,
    })),
  );
  await tx.insertInto("account").values(people).execute();
  await tx.insertInto("account_role").values(held).execute();
  await tx.insertInto("account_branch").values(places).execute();
}

async function writeOwnLists(tx: SeedTx, { organizationId }: SeedOrganization, random: Random): Promise<void> {
  const chat = chatOf(await channelsOf(tx));
  const channel = (name: string, parent_id: RecordId | null, sort: number) => ({
    organization_id: organizationId,
    lead_channel_id: random.id(),
    parent_id,
    name,
    sort,
  });
  await writeRows(tx, "lead_channel", [
    ...ownChannels.primary.map((name, index) => channel(name, null, 10 + index)),
    ...ownChannels.underChat.map((name, index) => channel(name, chat, index + 1)),
  ]);
  const items = tags.map((tag, index) => ({
    organization_id: organizationId,
    item_id: random.id(),
    project_id: customLists.tags,
    ...tag,
    sort: index + 1,
    status: 1,
  }));
  await writeRows(
    tx,
    "list_item",
    items.map((item) => ({ ...item, created_at: new Date(0) })),
  );
}

async function surroundings(
  tx: SeedTx,
  organization: SeedOrganization,
  { random, now }: { random: Random; now: number },
): Promise<SeedContext> {
  const channels = await channelsOf(tx);
  const chat = chatOf(channels);
  const items = await tx
    .selectFrom("list_item")
    .select(["item_id", "project_id", "code"])
    .orderBy("project_id")
    .orderBy("sort")
    .execute();
  const peopleAt = (role: string, branchId: string): AccountId[] =>
    organization.accounts
      .filter((account) => account.role === role && account.branches.some((id) => id === branchId))
      .map((account) => account.accountId);
  return {
    organizationId: organization.organizationId,
    now,
    random,
    newPhone: createPhones(random),
    newEmail: createEmails(random),
    branches: organization.branches.map((branch, index) => ({
      branch,
      sales: peopleAt("sales", branch.branchId),
      tutor: peopleAt("tutor", branch.branchId)[0] ?? null,
      weight: index === 0 ? 65 : 35,
    })),
    nicknames: new Map(organization.accounts.map((account) => [account.accountId, account.nickname])),
    items: Object.fromEntries(
      items
        .filter((item) => item.code && item.project_id !== customLists.landingCategories)
        .map((item) => [item.code, item.item_id]),
    ) as SeedContext["items"],
    tags: items.filter((item) => item.project_id === customLists.tags).map((tag) => tag.item_id),
    channels: {
      chat,
      underChat: channels.filter((one) => one.parent_id === chat).map((one) => one.lead_channel_id),
      others: channels.filter((one) => one.parent_id === null && one.code === null).map((one) => one.lead_channel_id),
    },
  };
}

type Channels = Awaited<ReturnType<typeof channelsOf>>;

function channelsOf(tx: SeedTx) {
  return tx
    .selectFrom("lead_channel")
    .select(["lead_channel_id", "parent_id", "code"])
    .orderBy("sort")
    .orderBy("lead_channel_id")
    .execute();
}

function chatOf(channels: Channels): RecordId {
  const chat = channels.find((channel) => channel.code === "WhatsApp_chat")?.lead_channel_id;
  if (!chat) throw new Error("The default channels are missing");
  return chat;
}
