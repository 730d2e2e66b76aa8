import type { AccountId, FileId, OrganizationId, RecordId } from "@homeroom/contract/ids";
import type { CurrencyCode } from "@homeroom/contract/money";
import type { Generated } from "kysely";
import type { CreatedAt, Day, MaybeMoment } from "./columns.ts";

export interface ProductTable {
  organization_id: OrganizationId;
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
  image_file_ids: FileId[];
  description: Generated<string>;
  product_url: Generated<string>;
  status: Generated<"active" | "inactive">;
  sort: number;
  /** Counts what a catalogue outside shows of it. */
  revision: Generated<number>;
  created_by: AccountId | null;
  updated_by: AccountId | null;
  created_at: CreatedAt;
  updated_at: CreatedAt;
  deleted_at: MaybeMoment;
  version: Generated<number>;
}
