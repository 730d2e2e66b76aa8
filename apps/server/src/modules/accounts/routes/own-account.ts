import { languages } from "@homeroom/contract/language";
import { type OwnAccount, ownAccount } from "@homeroom/contract/own-account";
import { presentStoredPicture } from "#modules/files/public";
import { organizationOf } from "#modules/organizations/public";
import { codeLimits, expireSeconds, passwordCheck, resendSeconds } from "#modules/sign-in/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { changeEmail, sendEmailCode } from "../actions/own-account/change-email.ts";
import { changePassword } from "../actions/own-account/change-password.ts";
import { editOwnAccount, saveLocale } from "../actions/own-account/edit-own-account.ts";
import { uploadOwnAvatar } from "../actions/upload-avatars.ts";
import { type AccountRecord, accountRecord, belongingOf } from "../queries/own-account.ts";
import { personalFields } from "../rules/personal-fields.ts";
import type { FindFileAddresses } from "./member.ts";

export function bindOwnAccountRoutes(bind: Binder, platform: Platform, findAddresses: FindFileAddresses): void {
  const { db } = platform;
  const own = { db, checkPassword: passwordCheck(platform) };
  const codes = codeLimits(platform);

  bind(ownAccount.info, (_, { actor }) => {
    const scope = sharedScope(actor);
    return inTransaction(db, scope, async (tx) => {
      const record = await accountRecord(tx, scope, { accountId: actor.accountId, lock: false });
      const organization = await organizationOf(tx, scope);
      if (!organization) throw new AppError("TOKEN_INVALID");
      const pictures = [record.avatar_file_id, organization.logo_file_id].filter((id) => id !== null);
      const addresses = await findAddresses(tx, scope, pictures);
      const addressOf = (id: (typeof pictures)[number] | null) => (id && addresses.get(id)) ?? null;
      return presentOwnAccount(actor, record, {
        ...(await belongingOf(tx, scope, actor.accountId)),
        avatar: addressOf(record.avatar_file_id),
        organization: {
          organizationId: organization.organization_id,
          name: organization.name,
          logo: addressOf(organization.logo_file_id),
          timeZone: organization.time_zone,
        },
      });
    });
  });
  bind(ownAccount.edit, (form, { actor }) => editOwnAccount(db, actor, form));
  bind(ownAccount.uploadAvatar, async (_, { actor, upload }) => {
    const file = await uploadOwnAvatar(platform, actor, upload);
    return presentStoredPicture(platform, file);
  });
  bind(ownAccount.saveLocale, ({ locale }, { actor }) => saveLocale(db, actor, locale));
  bind(ownAccount.modifyPassword, (form, { actor }) => changePassword(own, actor, form));
  bind(ownAccount.sendEmailCode, async ({ email }, { actor, ip, language }) => {
    await sendEmailCode(platform, codes, actor, { email, ip, language });
    return { resendSeconds, expireSeconds };
  });
  bind(ownAccount.changeEmail, (form, { actor }) => changeEmail(platform, own, actor, form));
}

type AccountPlace = Pick<OwnAccount, "roles" | "branches" | "department" | "organization" | "avatar">;

/** A person's own record, as they see it. */
function presentOwnAccount(actor: Actor, record: AccountRecord, rest: AccountPlace): OwnAccount {
  return {
    recordsn: record.account_id,
    version: record.version,
    accountName: record.email,
    staffID: record.staff_id ?? "",
    email: record.email,
    ...personalFields(record),
    locale: languages.find((one) => one === record.locale) ?? "zh-tw",
    createDate: record.created_at.toISOString(),
    mayIssueKeys: actor.isOwner,
    ...rest,
  };
}
