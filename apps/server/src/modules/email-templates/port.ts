import type { RecordId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** A user of e-mail templates. Both are called in the transaction of the change, with the template locked. */
export interface EmailTemplateUses {
  /** Whether a template about to be removed is still needed. */
  isUsed(tx: Tx, scope: Scope, templateId: RecordId): Promise<boolean>;
  /** A template's content changed. */
  contentChanged(tx: Tx, scope: Scope, templateId: RecordId): Promise<void>;
}
