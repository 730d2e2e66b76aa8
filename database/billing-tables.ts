import type { AdServiceType, ServiceStatus } from "@homeroom/contract/ad-services";
import type {
  LedgerCause,
  LedgerPlace,
  LedgerUnit,
  PaidPlan,
  PlanOrderKind,
  PlanUse,
} from "@homeroom/contract/billing";
import type { AccountId, FileId, OrganizationId, RecordId } from "@homeroom/contract/ids";
import type { CardProblem, CardProvider } from "@homeroom/contract/linked-card";
import type { memberships } from "@homeroom/contract/member";
import type { CurrencyCode } from "@homeroom/contract/money";
import type { GrantKind } from "@homeroom/contract/operators";
import type { ConfirmStatus, OrderStatus, PaidMethod, PayMethod } from "@homeroom/contract/order-words";
import type { Generated } from "kysely";
import type { CreatedAt, Day, Json, MaybeJson, MaybeMoment, Moment, OrganizationColumns } from "./columns.ts";
import type { StoredActor } from "./sign-in-tables.ts";

/** The currency of an organisation's money and ad budget, from their first movement on. */
interface LedgerAccountTable extends OrganizationColumns {
  currency: CurrencyCode;
}

/** An organisation's balance of a unit in one place. */
interface LedgerBalanceTable extends OrganizationColumns {
  unit: LedgerUnit;
  place: LedgerPlace;
  /** bigint, read as a number. */
  balance: Generated<number>;
}

/** A movement between two places. Never changed. */
interface LedgerEntryTable extends OrganizationColumns {
  entry_id: RecordId;
  position: number;
  unit: LedgerUnit;
  from_place: LedgerPlace;
  to_place: LedgerPlace;
  amount: number;
  from_balance: number;
  to_balance: number;
  cause: LedgerCause;
  idempotency_key: string;
  order_id: RecordId | null;
  reservation_id: RecordId | null;
  note: Generated<string>;
  created_by: AccountId | null;
  created_at: CreatedAt;
}

interface LedgerReservationTable extends OrganizationColumns {
  reservation_id: RecordId;
  unit: LedgerUnit;
  cause: LedgerCause;
  amount: number;
  left_amount: number;
  created_at: CreatedAt;
  closed_at: MaybeMoment;
}

interface LedgerCheckTable {
  checked_on: Day;
  started_at: CreatedAt;
  finished_at: MaybeMoment;
  organizations: Generated<number>;
  problems: Json<string[]>;
}

interface PlanTermsTable {
  plan: PaidPlan | "trial";
  valid_from: Day;
  storage_bytes: number;
  images: number;
  staff: number;
  branches: number;
}

interface PlanPriceTable {
  price_id: RecordId;
  kind: "subscription" | "broadcast" | "message" | "graphic";
  plan: PaidPlan | null;
  currency: CurrencyCode;
  paid_months: number;
  granted_months: number;
  amount_minor: number;
  messages: Generated<number>;
  valid_from: Day;
  valid_until: Day | null;
}

interface PlanSellerTable extends OrganizationColumns {}

/** An organisation's order for itself. */
interface PlanOrderTable extends OrganizationColumns {
  order_id: RecordId;
  seller_id: OrganizationId;
  order_number: string | null;
  kind: PlanOrderKind;
  plan: PaidPlan | null;
  price_id: RecordId | null;
  paid_months: Generated<number>;
  granted_months: Generated<number>;
  messages: Generated<number>;
  amount_minor: number;
  currency: CurrencyCode;
  pay_method: PayMethod;
  /** The way of its newest payment; null: no money yet. */
  paid_method: PaidMethod | null;
  title: string;
  status: Generated<OrderStatus>;
  confirm_status: Generated<ConfirmStatus>;
  has_image: Generated<boolean>;
  expires_at: MaybeMoment;
  given_at: MaybeMoment;
  taken_back_at: MaybeMoment;
  created_by: AccountId | null;
  created_at: CreatedAt;
  paid_at: MaybeMoment;
}

interface PlanPeriodTable extends OrganizationColumns {
  period_id: RecordId;
  plan: PaidPlan;
  starts_at: Moment;
  ends_at: Moment;
  days: number;
  amount_minor: number;
  paid_months: number;
  granted_months: number;
  order_id: RecordId | null;
  upgrade_order_id: RecordId | null;
  upgraded_from: PaidPlan | null;
  base_amount_minor: number | null;
}

interface StorageUseTable extends OrganizationColumns {
  bytes: Generated<number>;
}

/** How much of a limit was used on a day. Updated during the day. */
interface PlanUseDayTable extends OrganizationColumns {
  use: PlanUse;
  day: Day;
  used: number;
  allowed: number;
}

/** The step of a limit that people were notified of. */
interface PlanUseWarningTable extends OrganizationColumns {
  use: PlanUse;
  level: number;
  period: string;
  told_level: number;
  told_on: Day | null;
}

interface PlanUseView extends OrganizationColumns {
  storage_bytes: number;
  staff: number;
  branches: number;
  images: number;
}

interface PlanMarketView {
  seller_id: OrganizationId;
}

interface PlanLimitView extends OrganizationColumns {
  plan: PaidPlan | "trial";
  storage_bytes: number;
  images: number;
  staff: number;
  branches: number;
}

interface TrialGrantTable {
  currency: CurrencyCode;
  ad_budget_minor: number;
  messages: number;
}

/** The amount reserved for a broadcast's messages, until they are delivered or have failed. */
interface MessageHoldTable extends OrganizationColumns {
  subject_id: RecordId;
  packaged: number;
  paid: number;
  price_minor: number;
  package_reservation_id: RecordId | null;
  balance_reservation_id: RecordId | null;
  spent: Generated<number>;
  /** The messages that are spent or may still be. */
  kept: number;
  created_at: CreatedAt;
  closed_at: MaybeMoment;
}

/** Ads that our staff place for an organisation. */
interface AdServiceTable extends OrganizationColumns {
  service_id: RecordId;
  type: AdServiceType;
  amount_minor: number;
  currency: CurrencyCode;
  text: Generated<string>;
  image_file_ids: Generated<FileId[]>;
  /** Null while unpaid. */
  status: ServiceStatus | null;
  reservation_id: RecordId | null;
  started_at: MaybeMoment;
  ended_at: MaybeMoment;
  agreed_at: MaybeMoment;
  agreed_by: AccountId | null;
  report: MaybeJson<ServiceReport>;
  reported_at: MaybeMoment;
  created_by: AccountId | null;
  created_at: CreatedAt;
  version: Generated<number>;
}

interface PlanGrantTable extends OrganizationColumns {
  grant_id: RecordId;
  kind: GrantKind;
  amount: number;
  reason: string;
  created_at: CreatedAt;
}

interface PlanCentreView extends OrganizationColumns {
  name: string;
  country: string;
  membership: (typeof memberships)[number];
  expires_at: MaybeMoment;
  created_at: CreatedAt;
  plan: PaidPlan | "trial";
  /** Of its first order; null before it bought anything. */
  currency: CurrencyCode | null;
  open_orders: number;
  staff: number;
  branches: number;
  storage_bytes: number;
  staff_limit: number;
  branch_limit: number;
  storage_limit: number;
}

/** The card with which an organisation renews its plan. */
interface LinkedCardTable extends OrganizationColumns {
  seller_id: OrganizationId;
  provider: CardProvider;
  setup_id: string | null;
  token: Buffer | null;
  label: Generated<string>;
  actor: Json<StoredActor>;
  linked_at: MaybeMoment;
  next_try_at: MaybeMoment;
  failures: Generated<number>;
  problem: CardProblem | null;
}

/** An organisation whose plan its linked card renews. */
type PlanRenewalView = OrganizationColumns;

/** The results of an ad, written by our staff. */
export interface ServiceReport {
  spentMinor: number;
  impressions: number;
  clicks: number;
  leads: number;
  note: string;
}

/** The tables of the centre's own account. */
export interface BillingTables {
  ledger_account: LedgerAccountTable;
  ledger_balance: LedgerBalanceTable;
  ledger_entry: LedgerEntryTable;
  ledger_reservation: LedgerReservationTable;
  ledger_check: LedgerCheckTable;
  plan_terms: PlanTermsTable;
  plan_price: PlanPriceTable;
  plan_seller: PlanSellerTable;
  plan_order: PlanOrderTable;
  plan_period: PlanPeriodTable;
  storage_use: StorageUseTable;
  plan_use: PlanUseView;
  plan_use_day: PlanUseDayTable;
  plan_use_warning: PlanUseWarningTable;
  plan_market: PlanMarketView;
  plan_limit: PlanLimitView;
  trial_grant: TrialGrantTable;
  message_hold: MessageHoldTable;
  ad_service: AdServiceTable;
  plan_grant: PlanGrantTable;
  plan_centre: PlanCentreView;
  linked_card: LinkedCardTable;
  plan_renewal: PlanRenewalView;
}
