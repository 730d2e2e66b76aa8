import type { ClosingSum } from "@homeroom/contract/closing";
import type { AccountId, BranchId, FileId, LeadId, MessageId, RecordId } from "@homeroom/contract/ids";
import type { InvoiceChoice } from "@homeroom/contract/invoice-choice";
import type { CurrencyCode } from "@homeroom/contract/money";
import type {
  ConfirmStatus,
  DiscountKind,
  KeptReason,
  OrderEventKind,
  OrderStatus,
  PaidMethod,
  PayMethod,
  PayType,
  PlatformRefundState,
  ReceiptKind,
  RefundingProvider,
} from "@homeroom/contract/order-words";
import type { ReceiptFormKind, TaxType } from "@homeroom/contract/receipt-settings";
import type { TaxInvoiceProblem, TaxInvoiceState, TaxInvoiceWay } from "@homeroom/contract/tax-invoices";
import type { ProofSource, ProofState } from "@homeroom/contract/transfer-proofs";
import type { ColumnType, Generated } from "kysely";
import type { CreatedAt, Day, Json, MaybeMoment, Moment, OrganizationColumns, RecordColumns } from "./columns.ts";

/** Something sold to a lead. Amounts are whole minor units. */
interface SaleOrderTable extends RecordColumns {
  order_id: RecordId;
  order_number: string;
  branch_id: BranchId;
  lead_id: LeadId | null;
  buyer_name: string;
  currency: CurrencyCode;
  discount_kind: DiscountKind;
  discount_value: number;
  discount_reason: string;
  /** yyyy-MM: what a formal receipt says was paid for. */
  covered_month: string | null;
  invoice_choice: ColumnType<InvoiceChoice | null, string | null | undefined, string | null>;
  tax_rate: number;
  tax_included: boolean;
  gross_minor: number;
  discount_minor: number;
  tax_minor: number;
  total_minor: number;
  /** How many parts it is paid in; 0: at once. */
  instalment_count: Generated<number>;
  next_due_on: ColumnType<Day | null, Day | null | undefined, Day | null>;
  line_names: string | null;
  /** These are kept by triggers. */
  lead_name: Generated<string>;
  sales_id: Generated<AccountId | null>;
  tutor_id: Generated<AccountId | null>;
  search_text: Generated<string>;
  paid_minor: Generated<number>;
  refunded_minor: Generated<number>;
  pay_method: PayMethod;
  paid_method: ColumnType<PaidMethod | null, PaidMethod | null | undefined, PaidMethod | null>;
  pay_type: Generated<PayType>;
  status: OrderStatus;
  confirm_status: ConfirmStatus;
  confirm_note: Generated<string>;
  note: Generated<string>;
  image_file_id: FileId | null;
  image_at: MaybeMoment;
  expires_at: MaybeMoment;
  paid_at: MaybeMoment;
}

interface OrderLineTable extends OrganizationColumns {
  order_id: RecordId;
  position: number;
  name: string;
  price_minor: number;
  quantity: number;
  discount_minor: Generated<number>;
  product_id: RecordId | null;
}

interface OrderInstalmentTable extends OrganizationColumns {
  order_id: RecordId;
  position: number;
  due_on: Day;
  amount_minor: number;
  reminded_at: MaybeMoment;
  overdue_told_at: MaybeMoment;
}

interface PaymentTable extends OrganizationColumns {
  payment_id: RecordId;
  order_id: RecordId;
  provider: string;
  method: ColumnType<PaidMethod | null, PaidMethod | null | undefined, never>;
  reference: string;
  amount_minor: number;
  currency: CurrencyCode;
  kept_reason: KeptReason | null;
  received_at: Moment;
  recorded_by: AccountId | null;
  created_at: CreatedAt;
}

interface PaymentAcceptanceTable extends OrganizationColumns {
  payment_id: RecordId;
  order_id: RecordId;
  amount_minor: number;
  accepted_by: AccountId | null;
  created_at: CreatedAt;
}

interface RefundTable extends OrganizationColumns {
  refund_id: RecordId;
  order_id: RecordId;
  payment_id: RecordId | null;
  amount_minor: number;
  currency: CurrencyCode;
  reason: string;
  /** How the money was returned; null: the way it came. */
  method: ColumnType<PaidMethod | null, PaidMethod | null | undefined, never>;
  reference: Generated<string>;
  created_by: AccountId | null;
  created_at: CreatedAt;
}

/** A refund that a payment platform is asked for. */
interface PlatformRefundTable extends OrganizationColumns {
  refund_id: RecordId;
  order_id: RecordId;
  payment_id: RecordId;
  provider: RefundingProvider;
  payment_reference: string;
  amount_minor: number;
  currency: CurrencyCode;
  reason: string;
  state: Generated<PlatformRefundState>;
  external_id: Generated<string>;
  problem: Generated<string>;
  attempts: Generated<number>;
  next_attempt_at: CreatedAt;
  created_by: AccountId | null;
  created_at: CreatedAt;
}

interface OrderEventTable extends OrganizationColumns {
  event_id: RecordId;
  order_id: RecordId;
  kind: OrderEventKind;
  amount_minor: number | null;
  currency: CurrencyCode | null;
  note: Generated<string>;
  account_id: AccountId | null;
  notice_key: string | null;
  created_at: CreatedAt;
}

/** What stands on a receipt, as it was when it was given. */
export interface ReceiptContent {
  organization: string;
  branch: string;
  address: string;
  buyer: string;
  orderNumber: string;
  lines: { name: string; quantity: number; priceMinor: number }[];
  grossMinor: number;
  discountMinor: number;
  taxMinor: number;
  taxIncluded: boolean;
  totalMinor: number;
  /** By what the money came; a platform that takes several ways is named itself. */
  payMethod: PaidMethod;
  /** Of a credit note. */
  reason: string;
  /** How the money of a credit note was returned. */
  refundedBy?: { method: PaidMethod; reference: string };
  /** On a formal receipt of a registered school, as they were registered then. */
  school?: { name: string; number: string; venue: string; supervisor: string; month: string };
}

/** Which kind of receipt an organisation gives. */
interface ReceiptSettingTable extends OrganizationColumns {
  kind: ReceiptFormKind;
  school_name: string;
  school_number: string;
  venue: string;
  supervisor: string;
  merchant_id: Generated<string>;
  tax_type: Generated<TaxType>;
  secrets: Buffer | null;
  updated_by: AccountId | null;
  updated_at: Generated<Date>;
  version: Generated<number>;
}

interface ReceiptTable extends OrganizationColumns {
  receipt_id: RecordId;
  order_id: RecordId;
  refund_id: RecordId | null;
  kind: ReceiptKind;
  year: number;
  number: number;
  amount_minor: number;
  currency: CurrencyCode;
  content: Json<ReceiptContent>;
  issued_at: CreatedAt;
  voided_at: MaybeMoment;
  voided_by: AccountId | null;
  void_reason: Generated<string>;
  /** For a part of the total. */
  is_part: Generated<boolean>;
}

/** What stands on an e-invoice, and who it is made out to, as they were. */
export interface TaxInvoiceContent {
  taxType: TaxType;
  items: { name: string; count: number; amount: number }[];
  buyer: { name: string; email: string; phone: string };
  choice: InvoiceChoice;
}

export interface TaxInvoiceTable extends OrganizationColumns {
  task_id: RecordId;
  order_id: RecordId;
  receipt_id: RecordId;
  target_id: RecordId | null;
  way: TaxInvoiceWay;
  amount_minor: number;
  content: Json<TaxInvoiceContent>;
  reason: Generated<string>;
  state: Generated<TaxInvoiceState>;
  number: Generated<string>;
  invoice_day: Generated<string>;
  problem: TaxInvoiceProblem | null;
  problem_detail: Generated<string>;
  attempts: Generated<number>;
  next_attempt_at: MaybeMoment;
  created_at: CreatedAt;
  updated_at: CreatedAt;
}

interface ReceiptSeriesTable extends OrganizationColumns {
  kind: ReceiptKind;
  year: number;
  last_number: number;
}

/** Whose lead an order is of. */
interface OrderLeadView extends OrganizationColumns {
  lead_id: LeadId;
  branch_id: BranchId;
  sales_id: AccountId | null;
  tutor_id: AccountId | null;
  nickname: string;
  email: string;
  phone_e164: string | null;
}

/** A product that can be sold, as customers know it. */
interface OrderProductView extends OrganizationColumns {
  product_id: RecordId;
  name: string;
  price_minor: number;
  currency: CurrencyCode;
  /** The last day on which it can be used. */
  expiry_date: Day | null;
  sort: number;
  retailer_id: string;
}

/** Products by the retailer IDs of carts, with those that are no longer sold. */
interface CartProductView extends OrganizationColumns {
  retailer_id: string;
  product_id: RecordId;
  name: string;
  currency: CurrencyCode;
  is_sold: boolean;
}

interface PurchaseTable extends OrganizationColumns {
  purchase_id: RecordId;
  order_id: RecordId;
  position: number;
  bought_on: Day;
  /** The last day on which it can be used; null: no limit. */
  valid_until: Day | null;
  /** Of a package: how many were bought, and how many of them were attended. */
  lessons: number | null;
  lessons_used: Generated<number>;
  taken_back_at: MaybeMoment;
}

/** A picture of a transfer that somebody showed. */
interface TransferProofTable extends OrganizationColumns {
  proof_id: RecordId;
  branch_id: BranchId;
  lead_id: LeadId | null;
  order_id: RecordId | null;
  message_id: MessageId | null;
  source: ProofSource;
  file_id: FileId | null;
  /** 256 times 0 or 1. */
  picture_bits: string | null;
  picture_areas: Buffer | null;
  twin_id: RecordId | null;
  amount_minor: number | null;
  currency: CurrencyCode | null;
  payer: Generated<string>;
  reference: Generated<string>;
  state: Generated<ProofState>;
  note: Generated<string>;
  decided_at: MaybeMoment;
  decided_by: AccountId | null;
  created_by: AccountId | null;
  created_at: CreatedAt;
  version: Generated<number>;
}

/** The figures of a day at a branch, as somebody closed it. */
interface DailyClosingTable extends OrganizationColumns {
  branch_id: BranchId;
  day: Day;
  sums: Json<ClosingSum[]>;
  counted: Json<{ currency: CurrencyCode; amount: number }[]>;
  note: Generated<string>;
  closed_by: AccountId | null;
  closed_at: CreatedAt;
}

/** What orders and their money are kept in. */
export interface OrderTables {
  sale_order: SaleOrderTable;
  order_lead: OrderLeadView;
  order_product: OrderProductView;
  cart_product: CartProductView;
  order_line: OrderLineTable;
  order_instalment: OrderInstalmentTable;
  purchase: PurchaseTable;
  payment: PaymentTable;
  payment_acceptance: PaymentAcceptanceTable;
  refund: RefundTable;
  platform_refund: PlatformRefundTable;
  order_event: OrderEventTable;
  receipt: ReceiptTable;
  transfer_proof: TransferProofTable;
  daily_closing: DailyClosingTable;
  receipt_series: ReceiptSeriesTable;
  tax_invoice: TaxInvoiceTable;
  receipt_setting: ReceiptSettingTable;
}
