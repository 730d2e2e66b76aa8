import type { RecordId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** Says whether something still needs an e-mail template that is to be removed. */
export interface EmailTemplateUses {
  isUsed(tx: Tx, scope: Scope, templateId: RecordId): Promise<boolean>;
}
