import { channels } from "@homeroom/contract/channels";
import { channelsInScope, resumeChannel } from "#modules/inbox/public";
import { branchesOf } from "#modules/organizations/public";
import { scopeOf } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import type { Callbacks } from "../port.ts";
import { presentWhatsappChannel } from "../present/whatsapp.ts";
import { ownAddressOf } from "../rules.ts";

export function bindChannelRoutes(bind: Binder, platform: Platform, callbacks: Callbacks): void {
  const { db, secrets, settings } = platform;
  bind(channels.whatsappSetting, (_, { actor, header }) => {
    const scope = scopeOf(actor, "org:whatsapp:query");
    const ownAddress = ownAddressOf(settings, header("host"));
    return inTransaction(db, scope, async (tx) => {
      const names = new Map((await branchesOf(tx, scope)).map((branch) => [branch.branchId, branch.name]));
      const list = await channelsInScope(tx, scope, "whatsapp");
      return list.map((channel) =>
        presentWhatsappChannel(channel, {
          secrets: secrets.open(channel.secrets),
          branchName: names.get(channel.branch_id) ?? "",
          webhookUrl: new URL(callbacks("whatsapp", channel.channel_id), ownAddress).href,
        }),
      );
    });
  });
  bind(channels.resumeChannel, async ({ recordID }, { actor }) => {
    await resumeChannel(db, actor, recordID);
    return null;
  });
}
