import { channels } from "@homeroom/contract/channels";
import {
  channelsInScope,
  type MessagingProvider,
  refusedCalls,
  resumeChannel,
  takenExternalIds,
} from "#modules/inbox/public";
import { branchNames } from "#modules/organizations/public";
import { requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { reloadStanding, switchWhatsappNumber } from "../actions/change-number-state.ts";
import { keptNumber } from "../actions/kept-number.ts";
import { saveWhatsappNumber } from "../actions/save-whatsapp-number.ts";
import type { Callbacks, WhatsappAccounts } from "../port.ts";
import { presentWhatsappChannel } from "../present/whatsapp.ts";
import { ownAddressOf, valuesToTest } from "../rules.ts";

interface ListParts {
  platform: Platform;
  callbacks: Callbacks;
  /** Undefined: this server is not connected to WhatsApp. */
  provider: MessagingProvider | undefined;
}

export function bindChannelRoutes(bind: Binder, { platform, callbacks, provider }: ListParts): void {
  const { db, secrets, settings } = platform;
  bind(channels.whatsappSetting, async (_, { actor, header }) => {
    const scope = scopeOf(actor, "org:whatsapp:query");
    const ownAddress = ownAddressOf(settings, header("host"));
    const { names, list } = await inTransaction(db, scope, async (tx) => ({
      names: await branchNames(tx, scope),
      list: await channelsInScope(tx, scope, "whatsapp"),
    }));
    const refused = provider && (await refusedCalls(platform, provider, list));
    return list.map((channel) =>
      presentWhatsappChannel(channel, {
        secrets: secrets.open(channel.secrets),
        branchName: names.get(channel.branch_id) ?? "",
        webhookUrl: new URL(callbacks("whatsapp", channel.channel_id), ownAddress).href,
        refused: refused?.get(channel.channel_id) ?? null,
      }),
    );
  });
  bind(channels.resumeChannel, ({ recordID }, { actor }) => resumeChannel(db, actor, recordID));
}

interface Parts {
  platform: Platform;
  callbacks: Callbacks;
  accounts: WhatsappAccounts;
}

/** The calls that change WhatsApp numbers and test their values. */
export function bindWhatsappSettings(bind: Binder, parts: Parts): void {
  const { platform, accounts, callbacks } = parts;
  const { db, secrets, settings } = platform;
  bind(channels.updateWhatsapp, async (form, { actor, header }) => {
    const saved = await saveWhatsappNumber({ platform, accounts, actor, form });
    const webhookUrl = new URL(callbacks("whatsapp", saved.recordID), ownAddressOf(settings, header("host"))).href;
    return { ...saved, webhookUrl };
  });
  bind(channels.testWhatsapp, async ({ recordID, ...given }, { actor }) => {
    const scope = scopeOf(actor, "org:whatsapp:query");
    const kept = recordID
      ? await inTransaction(db, scope, (tx) => keptNumber(tx, secrets, { scope, channelId: recordID }))
      : null;
    const values = valuesToTest(given, kept);
    const checked = await accounts.check(values);
    const { number } = checked;
    // A catalogue and its token are tested separately: the number's own values are not required then.
    const ofNumber = [values.appID, values.phoneNumberID, values.businessAccountID, values.appSecret];
    const onlyCatalogue = values.catalogueID !== "" && ofNumber.every((value) => value === "");
    const fields = checked.fields.filter(
      ({ field }) => !onlyCatalogue || field === "catalogueID" || field === "accessToken",
    );
    const wrong = fields.filter(({ ok }) => !ok);
    const detail = wrong.find((one) => one.detail !== "")?.detail ?? "";
    // A number has a result for each value; a catalogue has one result, passed or failed.
    if (onlyCatalogue && wrong[0])
      throw new AppError("CHAT_VERIFICATION_FAILED", {}, { details: { reason: wrong[0].reason, detail } });
    return {
      ok: wrong.length === 0,
      detail,
      fields,
      number: number && { displayPhone: number.displayPhone, verifiedName: number.verifiedName },
    };
  });
  bind(channels.setWhatsappStatus, ({ recordID, status }, { actor }) =>
    switchWhatsappNumber(db, actor, { channelId: recordID, status }),
  );
  bind(channels.trialNumber, async (_, { actor }) => {
    requireAccess(actor, channels.trialNumber);
    const { WHATSAPP_TRIAL_NUMBERS: trial, WHATSAPP_API_URL: phonePage } = settings;
    if (!trial) return null;
    const { phoneNumberIDs, ...app } = trial;
    const taken = await takenExternalIds(db, phoneNumberIDs);
    const phoneNumberID = phoneNumberIDs.find((id) => !taken.includes(id));
    return phoneNumberID === undefined ? null : { ...app, phoneNumberID, phonePage };
  });
  bind(channels.reloadStanding, ({ recordID }, { actor }) => reloadStanding({ platform, accounts }, actor, recordID));
}
