import type { ButtonAccount } from "@homeroom/contract/landing-pages";
import { channelsInScope, type ListedChannel } from "#modules/inbox/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { internationalNumber, splitPhone } from "#platform/phones/phones";

/** The WhatsApp numbers and LINE accounts of the scope's branches that are switched on, the oldest first of each. */
export async function buttonAccounts(tx: Tx, scope: Scope): Promise<ButtonAccount[]> {
  const numbers = await channelsInScope(tx, scope, "whatsapp");
  const accounts = await channelsInScope(tx, scope, "line");
  return [...numbers, ...accounts].filter(({ status }) => status === 1).flatMap((channel) => accountOf(channel) ?? []);
}

/** Null for a channel that does not know its own address. */
function accountOf({ kind, branch_id: branchID, settings }: ListedChannel): ButtonAccount | null {
  if (kind === "line") {
    const lineID = settings["officialID"] ?? "";
    return lineID === "" ? null : { buttonAction: "line", branchID, areaCode: "", phone: "", lineID };
  }
  const e164 = internationalNumber(settings["displayPhoneNumber"] ?? "");
  if (e164 === null) return null;
  const { areaCode, phone } = splitPhone(e164);
  return { buttonAction: "whatsapp", branchID, areaCode, phone, lineID: "" };
}
