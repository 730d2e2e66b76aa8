import type { SyncReason } from "@homeroom/contract/catalogue-sync";
import type { AccountId, ChannelId, FileId, RecordId } from "@homeroom/contract/ids";
import type { CurrencyCode } from "@homeroom/contract/money";
import type { Generated } from "kysely";
import type { CreatedAt, Day, MaybeMoment, OrganizationColumns, RecordColumns } from "./columns.ts";
import type { RunColumns } from "./run-columns.ts";

export interface ProductTable extends RecordColumns {
  product_id: RecordId;
  retailer_id: string;
  name: string;
  sales_name: Generated<string>;
  /** Null only of a deleted product. */
  type_id: RecordId | null;
  /** In minor units of the currency. */
  price_minor: number;
  currency: CurrencyCode;
  kind: "online" | "validity" | "expiry";
  valid_days: number | null;
  expiry_date: Day | null;
  lessons: number | null;
  image_file_ids: FileId[];
  description: Generated<string>;
  product_url: Generated<string>;
  status: Generated<"active" | "inactive">;
  sort: number;
  /** Counts what a catalogue outside shows of it. */
  revision: Generated<number>;
  deleted_at: MaybeMoment;
}

interface ProductListingTable extends OrganizationColumns {
  catalogue_id: string;
  retailer_id: string;
  product_id: RecordId;
  revision: number;
  is_there: boolean;
  state: "listed" | "failed";
  reason: SyncReason | null;
  detail: Generated<string>;
  updated_at: CreatedAt;
}

export interface ProductSyncTable extends RunColumns {
  sync_id: RecordId;
  catalogue_id: string;
  channel_id: ChannelId;
  created_by: AccountId;
  state: Generated<"running" | "done" | "failed">;
  detail: Generated<string>;
}

export interface ProductSyncItemTable extends OrganizationColumns {
  sync_id: RecordId;
  retailer_id: string;
  product_id: RecordId;
  name: string;
  method: "put" | "remove";
  revision: number;
  state: Generated<"waiting" | "sent" | "done" | "failed" | "skipped">;
  handle: string | null;
  sent_at: MaybeMoment;
  reason: SyncReason | null;
  detail: Generated<string>;
}

export interface ProductTables {
  product: ProductTable;
  product_listing: ProductListingTable;
  product_sync: ProductSyncTable;
  product_sync_item: ProductSyncItemTable;
}
