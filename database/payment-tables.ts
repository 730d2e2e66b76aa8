import type { RecordId } from "@homeroom/contract/ids";
import type { CurrencyCode } from "@homeroom/contract/money";
import type { PaymentProvider } from "@homeroom/contract/payment-platforms";
import type { GatewayProvider, PayNumbers } from "@homeroom/contract/payments";
import type { Generated } from "kysely";
import type { CreatedAt, Json, MaybeJson, MaybeMoment, OrganizationColumns, VersionedColumns } from "./columns.ts";

/** How an organisation is paid by one platform. */
export interface PaymentPlatformTable extends VersionedColumns {
  platform_id: RecordId;
  provider: PaymentProvider;
  status: Generated<number>;
  fields: Json<Record<string, string>>;
  secrets: Buffer;
  verified_at: MaybeMoment;
  created_at: CreatedAt;
}

/** A payment that a customer began at a platform. */
export interface PaymentAttemptTable extends OrganizationColumns {
  attempt_id: RecordId;
  order_id: RecordId;
  provider: GatewayProvider;
  trade_number: string;
  external_id: Generated<string>;
  amount_minor: number;
  currency: CurrencyCode;
  state: Generated<"started" | "numbered" | "paid" | "failed">;
  /** `payableUntil`: a moment of its own, where the platform says one. */
  numbers: MaybeJson<PayNumbers & { payableUntil?: string | undefined }>;
  by_card: Generated<boolean>;
  created_at: CreatedAt;
  checked_at: CreatedAt;
}

/** What payment platforms are kept in. */
export interface PaymentTables {
  payment_platform: PaymentPlatformTable;
  payment_attempt: PaymentAttemptTable;
}
