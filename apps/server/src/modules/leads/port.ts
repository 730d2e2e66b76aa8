import type { AccountId, BranchId, ConversationId, FileId, LeadId, RecordId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** The files that another module keeps of some leads, such as those of their messages: they go when the leads are erased. */
export type FindLeadFiles = (tx: Tx, scope: Scope, ids: readonly LeadId[]) => Promise<FileId[]>;

/** Blanks what another module keeps of some leads. Called in the transaction that erases them, while they are still there. */
export type ForgetLeads = (tx: Tx, scope: Scope, ids: readonly LeadId[]) => Promise<void>;

/** What other modules do when leads are erased. */
export interface Erasing {
  readonly findFiles: readonly FindLeadFiles[];
  readonly forget: readonly ForgetLeads[];
}

/** A lead as its conversation knows it. */
export interface Conversing {
  readonly leadId: LeadId;
  readonly branchId: BranchId;
  readonly salesId: AccountId | null;
  readonly tutorId: AccountId | null;
}

/** What merges ask of conversations, of which a lead has one at most; answered by the inbox. */
export interface LeadConversations {
  /** Locks the channel contacts of leads; to be called before the leads are locked. */
  hold(tx: Tx, scope: Scope, leadIds: readonly LeadId[]): Promise<void>;
  /**
   * Gives one lead's contacts and conversation to another. Two conversations become one, their messages in the order in
   * which they came. Both leads are locked. What is needed to take it back is kept under the merge's id.
   */
  join(tx: Tx, scope: Scope, merge: { mergeId: RecordId; kept: Conversing; from: LeadId }): Promise<void>;
  /** Takes a join back: the other lead's contacts, and what was said with them before and since, return to it. */
  part(tx: Tx, scope: Scope, merge: { mergeId: RecordId; kept: Conversing; from: Conversing }): Promise<void>;
  /** Which of some leads have a conversation. */
  find(tx: Tx, scope: Scope, leadIds: readonly LeadId[]): Promise<ReadonlyMap<LeadId, ConversationId>>;
}
