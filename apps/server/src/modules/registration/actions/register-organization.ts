import type { RequestOf } from "@homeroom/contract/endpoint";
import { OrganizationId } from "@homeroom/contract/ids";
import type { Language } from "@homeroom/contract/language";
import type { CodeSent, RegisterForm, RegistrationResult, registration } from "@homeroom/contract/registration";
import { v7 } from "uuid";
import { createOwner, emailIsTaken, emailRegistered } from "#modules/accounts/public";
import { recordChange } from "#modules/audit/public";
import { startTrial } from "#modules/billing/public";
import { createDefaultLists } from "#modules/lists/public";
import { createOrganization, type NewOrganization } from "#modules/organizations/public";
import { createDefaultRoles } from "#modules/roles/public";
import {
  accountByEmail,
  type CodeLimits,
  checkCode,
  countCodeRequest,
  expireSeconds,
  mailCode,
  type Origin,
  openSession,
  resendSeconds,
  spendCode,
} from "#modules/sign-in/public";
import { hashPassword } from "#platform/auth/passwords";
import { organizationScope } from "#platform/db/scope";
import { inSystemTransaction, inTransaction, type Tx } from "#platform/db/transaction";
import { postMail } from "#platform/mail/mail";
import { createRateLimit, type RateLimit } from "#platform/rate-limit/rate-limit";
import type { Platform } from "#platform/server-module";
import { welcomeMail } from "../mails.ts";
import { firstBranchName, ownerName, phoneDigits, timeZoneIn, trialDays } from "../rules.ts";

/** The number of registration attempts from one address. */
export function registerLimit(platform: Pick<Platform, "db" | "settings">): RateLimit {
  return createRateLimit(platform, { name: "register-place", points: 30, seconds: 3600 });
}

type RegistrationParts = Pick<Platform, "db" | "secrets" | "settings">;

/**
 * Creates an organisation with a free trial, its first branch, default roles and lists, and its owner: all of it or
 * nothing. Then signs the owner in. A refused form leaves the mailed code valid; of two simultaneous ones with one
 * address the second is refused.
 */
export async function registerOrganization(
  platform: RegistrationParts,
  limit: RateLimit,
  form: RegisterForm,
  call: Origin & { language: Language },
): Promise<RegistrationResult> {
  const phone = phoneDigits(form);
  const nickname = ownerName(form);
  await limit.take(call.ip);
  await requireCode(platform, form);
  const language = form.locale ?? call.language;
  const passwordHash = await hashPassword(form.password);
  const organization = organizationOf(form, { phone, language, ownerName: nickname });
  const scope = organizationScope(organization.organizationId);
  const trialEndsAt = await inTransaction(platform.db, scope, (tx) =>
    writeAll(tx, { form, organization, passwordHash, address: signInAddress(platform) }),
  );
  const made = await inSystemTransaction(platform.db, (tx) => accountByEmail(tx, form.email));
  if (!made) throw new Error("A registered owner is not there");
  const session = await openSession(platform.db, made, undefined, call);
  return {
    ...session,
    accountID: made.accountId,
    organizationId: made.organizationId,
    trialEndTime: trialEndsAt.toISOString(),
    isPasswordInitialized: true,
  };
}

/** Of two at once the second may find the code used up already; what it is told is that the address is registered. */
async function requireCode(platform: RegistrationParts, { email, vCode }: RegisterForm): Promise<void> {
  try {
    await checkCode(platform, { purpose: "register", email, code: vCode });
  } catch (refusal) {
    if (await inSystemTransaction(platform.db, (tx) => emailIsTaken(tx, email))) throw emailRegistered(refusal);
    throw refusal;
  }
}

function organizationOf(
  form: RegisterForm,
  found: { phone: string; language: Language; ownerName: string },
): NewOrganization {
  const { firstName, lastName } = form;
  return {
    organizationId: OrganizationId.parse(v7()),
    name: form.organizationName,
    businessCategory: form.businessCategory,
    branchCount: form.branchInfo,
    country: form.country,
    timeZone: timeZoneIn(form.country),
    language: found.language,
    location: form.location,
    source: form.fromWhere,
    contact: { firstName, lastName, name: found.ownerName },
    email: form.email,
    areaCode: found.phone && form.countryCode,
    phone: found.phone,
    acceptsMessages: form.acceptMessage === 1,
    trialDays,
    branchName: firstBranchName(form.branchInfo, found.language),
  };
}

interface Writing {
  form: RegisterForm;
  organization: NewOrganization;
  passwordHash: string;
  address: string | null;
}

async function writeAll(tx: Tx, { form, organization, passwordHash, address }: Writing): Promise<Date> {
  const { organizationId, language, email, areaCode, phone, contact } = organization;
  const { branchId, trialEndsAt } = await createOrganization(tx, organization);
  const accountId = await createOwner(tx, {
    ...{ organizationId, branchId, email, areaCode, phone, language, passwordHash },
    ...{ nickname: contact.name, firstName: contact.firstName, lastName: contact.lastName },
  });
  // After the account: of two at once, the second learns that the address is registered, not that the code is used.
  await spendCode(tx, { purpose: "register", email: form.email });
  await createDefaultRoles(tx, { organizationId, language });
  await createDefaultLists(tx, { organizationId, language });
  await startTrial(tx, organizationScope(organizationId));
  await recordChange(
    tx,
    { organizationId, accountId, nickname: contact.name },
    {
      module: "organization",
      action: "created",
      subject: { type: "organization", id: organizationId, name: organization.name },
      after: fieldsOf(organization, trialEndsAt),
    },
  );
  const { name: organizationName, timeZone } = organization;
  await postMail(tx, welcomeMail({ email, language, organizationName, trialEndsAt, timeZone, address }));
  return trialEndsAt;
}

/** The organisation's data under the audit log's names. */
function fieldsOf(made: NewOrganization, trialEndsAt: Date) {
  return {
    organizationName: made.name,
    businessCategory: made.businessCategory,
    branchInfo: made.branchCount,
    firstName: made.contact.firstName,
    lastName: made.contact.lastName,
    areaCode: made.areaCode,
    phone: made.phone,
    email: made.email,
    country: made.country,
    location: made.location,
    fromWhere: made.source,
    acceptMessage: made.acceptsMessages ? 1 : 0,
    timeZone: made.timeZone,
    locale: made.language,
    expiryDate: trialEndsAt,
  };
}

function signInAddress({ settings }: Pick<Platform, "settings">): string | null {
  return settings.PUBLIC_URL ? new URL("/login", settings.PUBLIC_URL).href : null;
}

/** Mails a code to an address that wants to register. Throws LOGIN_EMAIL_REGISTERED when it signs in somewhere already. */
export async function sendRegisterCode(
  platform: Pick<Platform, "db" | "secrets">,
  limits: CodeLimits,
  { email, locale }: RequestOf<typeof registration.sendCode>,
  call: { ip: string; language: Language },
): Promise<CodeSent> {
  await countCodeRequest(limits, { purpose: "register", email, ip: call.ip });
  const taken = await inSystemTransaction(platform.db, (tx) => emailIsTaken(tx, email));
  if (taken) throw emailRegistered();
  await mailCode(platform, { purpose: "register", email, language: locale ?? call.language });
  return { resendSeconds, expireSeconds };
}
