import type { RecordId } from "@homeroom/contract/ids";
import type { CustomList } from "@homeroom/contract/media";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** List items and channels referenced by leads; implemented by the module of leads. */
export interface ListUses {
  /** How many leads have each of these items of a list, as far as it is worth counting. */
  count(
    tx: Tx,
    scope: Scope,
    items: { list: CustomList; ids: readonly RecordId[] },
  ): Promise<ReadonlyMap<RecordId, number>>;
  /** Whether a lead or a note has the item. */
  isItemUsed(tx: Tx, scope: Scope, item: { list: CustomList; id: RecordId }): Promise<boolean>;
  /** How many leads came through each of these channels, as far as it is worth counting. */
  countChannels(tx: Tx, scope: Scope, ids: readonly RecordId[]): Promise<ReadonlyMap<RecordId, number>>;
  /** Whether a lead came through the channel. */
  isChannelUsed(tx: Tx, scope: Scope, channelId: RecordId): Promise<boolean>;
}

/** What else than leads goes by lead channels or by items of lists; told by the modules that do. */
export interface OtherUses {
  /** Whether something names the channel and would not know what to do without it. */
  isChannelUsed?(tx: Tx, scope: Scope, channelId: RecordId): Promise<boolean>;
  /** How many records have each of these items of a list. */
  countItems?: ListUses["count"];
  /** Whether a record has the item. */
  isItemUsed?: ListUses["isItemUsed"];
}
