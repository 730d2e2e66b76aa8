export const orderStatuses = ["pending", "paid", "closed", "cancelled", "refunded"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const confirmStatuses = ["unconfirmed", "confirmed", "rejected"] as const;
export type ConfirmStatus = (typeof confirmStatuses)[number];

export const payMethods = ["paypal", "card", "bankTransfer", "cash", "other"] as const;
export type PayMethod = (typeof payMethods)[number];

/** The payment methods that staff can choose for payments and refunds. FPS is a kind of transfer in Hong Kong. */
export const takenMethods = [...payMethods, "fps"] as const;
export type TakenMethod = (typeof takenMethods)[number];

/** How money was received: as staff recorded it, or through a platform where customers choose among several methods. */
export const paidMethods = [...takenMethods, "shopline", "ecpay"] as const;
export type PaidMethod = (typeof paidMethods)[number];

export const payTypes = ["subscription", "recharge", "product"] as const;
export type PayType = (typeof payTypes)[number];

export const discountKinds = ["none", "amount", "percent"] as const;
export type DiscountKind = (typeof discountKinds)[number];

/** Why money was kept instead of counting towards its order. */
export const keptReasons = ["closed", "cancelled", "refunded", "alreadyPaid", "currency"] as const;
export type KeptReason = (typeof keptReasons)[number];

/** The payment platforms that we can ask for a refund; on the others staff refund by hand. */
export const refundingProviders = ["paypal", "shopline"] as const;
export type RefundingProvider = (typeof refundingProviders)[number];

/** `asked`: the platform has not said yet how it ended. */
export const platformRefundStates = ["asked", "done", "refused"] as const;
export type PlatformRefundState = (typeof platformRefundStates)[number];

/** The entries in the history of an order. */
export const orderEventKinds = [
  "created",
  "discounted",
  "planned",
  "imageUploaded",
  "confirmed",
  "rejected",
  "partlyPaid",
  "paid",
  "paymentPending",
  "paymentFailed",
  "paymentKept",
  "contradicted",
  "closed",
  "cancelled",
  "refundAsked",
  "refundRefused",
  "refundConfirmed",
  "refundUnbooked",
  "refunded",
  "keptRefunded",
  "keptAccepted",
  "receiptSent",
  "receiptNotSent",
  "receiptMailed",
  "receiptVoided",
] as const;
export type OrderEventKind = (typeof orderEventKinds)[number];

/** The paper that a customer gets for a payment, and for a refund. */
export const receiptKinds = ["receipt", "creditNote"] as const;
export type ReceiptKind = (typeof receiptKinds)[number];
