import type { AccountId, LeadId } from "@homeroom/contract/ids";
import { defaultLanguage, type Language, languages, type Texts } from "@homeroom/contract/language";
import { sql } from "kysely";
import { mailAddresses } from "#modules/accounts/public";
import { type ChatRulesInForce, chatRulesOf } from "#modules/chat-settings/public";
import { type WaitingCustomer, type WaitingPlace, waitingCustomers } from "#modules/inbox/public";
import { leadHeads } from "#modules/leads/public";
import { claimMail } from "#modules/notifications/public";
import { branchesOf, organizationOf } from "#modules/organizations/public";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { type Mail, postMail } from "#platform/mail/mail";
import type { Platform } from "#platform/server-module";

type Branch = Awaited<ReturnType<typeof branchesOf>>[number];

const atOnce = 200;

/**
 * Mails the people chosen by each branch of an organisation that customers wait, each customer at most once in 24
 * hours. A customer is claimed and the mail posted in one transaction, so only one process does it, and a crashed one
 * has claimed nothing. Returns the number of customers in the mails.
 */
export async function mailUnanswered(
  platform: Pick<Platform, "db" | "settings">,
  scope: Scope,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const branches = await inTransaction(platform.db, scope, async (tx) => {
    const open = (await branchesOf(tx, scope)).filter(({ status }) => status === 1);
    const withRules: { branch: Branch; rules: ChatRulesInForce }[] = [];
    for (const branch of open) withRules.push({ branch, rules: await chatRulesOf(tx, scope, branch.branchId) });
    return withRules.filter(({ rules }) => rules.notify !== "off");
  });
  let mailed = 0;
  for (const one of branches) {
    let after: WaitingPlace | null = null;
    do {
      const page: { mailed: number; next: WaitingPlace | null } = await mailPage(platform, scope, { ...one, after });
      mailed += page.mailed;
      after = page.next;
    } while (after !== null && !isStopped());
  }
  return mailed;
}

interface Page {
  branch: Branch;
  rules: ChatRulesInForce;
  after: WaitingPlace | null;
}

function mailPage(
  { db, settings }: Pick<Platform, "db" | "settings">,
  scope: Scope,
  { branch, rules, after }: Page,
): Promise<{ mailed: number; next: WaitingPlace | null }> {
  return inTransaction(db, scope, async (tx) => {
    const { branchId } = branch;
    const about = { branchId, minutes: rules.notifyAfterMinutes, after, limit: atOnce };
    const { waiting, next } = await waitingCustomers(tx, scope, about);
    const addressees = await addresseesOf(tx, scope, { branch, rules, waiting });
    const reachable = waiting.filter(({ leadId }) => (addressees.get(leadId)?.length ?? 0) > 0);
    const claimed = await claim(tx, scope, reachable);
    const leads = await leadHeads(tx, scope, [...claimed]);
    for (const { leadId, conversationId } of reachable.filter((one) => claimed.has(one.leadId))) {
      const customer = { name: leads.get(leadId)?.nickname ?? "", branch: branch.name, conversationId };
      for (const to of addressees.get(leadId) ?? []) {
        // A person who was mailed about this customer by their own notifications is not mailed again.
        if (to.accountId && !(await claimMail(tx, scope, mailOf(to.accountId, leadId)))) continue;
        await postMail(tx, unansweredMail(to, { ...customer, minutes: rules.notifyAfterMinutes }, settings.PUBLIC_URL));
      }
    }
    return { mailed: claimed.size, next };
  });
}

const mailOf = (accountId: AccountId, leadId: LeadId) =>
  ({ accountId, kind: "message.received", subjectId: leadId }) as const;

/**
 * The customers without a mail in the last 24 hours; they are marked as mailed. Of two simultaneous calls each customer
 * goes to one.
 */
async function claim(tx: Tx, scope: Scope, customers: readonly WaitingCustomer[]): Promise<Set<LeadId>> {
  if (customers.length === 0) return new Set();
  // In one order, to prevent deadlocks.
  const ids = customers.map(({ leadId }) => leadId).toSorted();
  const claimed = await sql<{ leadId: LeadId }>`
    insert into unanswered_mail (organization_id, lead_id)
    select ${scope.organizationId}, unnest(${sql.val(ids)}::uuid[])
    on conflict (organization_id, lead_id) do update set mailed_at = excluded.mailed_at
      where unanswered_mail.mailed_at <= now() - interval '24 hours'
    returning lead_id as "leadId"`.execute(tx);
  return new Set(claimed.rows.map(({ leadId }) => leadId));
}

interface MailRecipient {
  /** Null for an address that does not belong to a member of staff. */
  accountId: AccountId | null;
  email: string;
  language: Language;
}

/** The recipients for each customer: the lead's sales, else the branch; the branch; or the named addresses. */
async function addresseesOf(
  tx: Tx,
  scope: Scope,
  { branch, rules, waiting }: { branch: Branch; rules: ChatRulesInForce; waiting: readonly WaitingCustomer[] },
): Promise<Map<LeadId, MailRecipient[]>> {
  if (waiting.length === 0) return new Map();
  const locale = (await organizationOf(tx, scope))?.locale;
  const language = languages.find((one) => one === locale) ?? defaultLanguage;
  const ofBranch = branch.email ? [{ accountId: null, email: branch.email, language }] : [];
  if (rules.notify === "custom") {
    const named = rules.notifyEmails.map(({ email }) => ({ accountId: null, email, language }));
    return new Map(waiting.map(({ leadId }) => [leadId, named]));
  }
  if (rules.notify === "branch") return new Map(waiting.map(({ leadId }) => [leadId, ofBranch]));
  const sales = [...new Set(waiting.flatMap(({ salesId }) => salesId ?? []))];
  const people = new Map((await mailAddresses(tx, scope, sales)).map((one) => [one.accountId, one]));
  return new Map(
    waiting.map(({ leadId, salesId }) => {
      const person = salesId && people.get(salesId);
      return [leadId, person ? [person] : ofBranch];
    }),
  );
}

const subject: Texts = {
  "zh-tw": "{name} 正在等待回覆",
  "zh-cn": "{name} 正在等待回复",
  en: "{name} is waiting for an answer",
};
const text: Texts = {
  "zh-tw": "客戶「{name}」的訊息已超過 {minutes} 分鐘沒有人回覆。同一位客戶 24 小時內只會通知一次。",
  "zh-cn": "客户“{name}”的消息已超过 {minutes} 分钟没有人回复。同一位客户 24 小时内只会通知一次。",
  en: "Nobody has answered {name} for more than {minutes} minutes. You get at most one such e-mail about a customer in 24 hours.",
};
const branchLine: Texts = { "zh-tw": "分校：{branch}", "zh-cn": "分校：{branch}", en: "Branch: {branch}" };
const button: Texts = { "zh-tw": "開啟對話", "zh-cn": "打开对话", en: "Open the conversation" };

/** The mail that a customer waits. It contains none of the customer's text. */
function unansweredMail(
  to: { email: string; language: Language },
  customer: { name: string; branch: string; minutes: number; conversationId: string },
  publicUrl: string | undefined,
): Mail {
  const { email, language } = to;
  const fill = (texts: Texts) =>
    texts[language]
      .replace("{name}", () => customer.name)
      .replace("{minutes}", String(customer.minutes))
      .replace("{branch}", () => customer.branch);
  const path = `/chat/whatsapp?conversation=${customer.conversationId}`;
  return {
    to: email,
    language,
    subject: fill(subject),
    paragraphs: [fill(text), fill(branchLine)],
    ...(publicUrl && { button: { label: button[language], address: new URL(path, publicUrl).href } }),
  };
}
