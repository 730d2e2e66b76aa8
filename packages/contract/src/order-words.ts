export const orderStatuses = ["pending", "paid", "closed", "cancelled", "refunded"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const confirmStatuses = ["unconfirmed", "confirmed", "rejected"] as const;
export type ConfirmStatus = (typeof confirmStatuses)[number];

export const payMethods = ["paypal", "card", "bankTransfer", "cash", "other"] as const;
export type PayMethod = (typeof payMethods)[number];

/** How staff say that money came or went back: FPS is a transfer of its own in Hong Kong. */
export const takenMethods = [...payMethods, "fps"] as const;
export type TakenMethod = (typeof takenMethods)[number];

/** How money came: as staff say, or through a platform on which customers choose among several ways. */
export const paidMethods = [...takenMethods, "shopline", "ecpay"] as const;
export type PaidMethod = (typeof paidMethods)[number];

export const payTypes = ["subscription", "recharge", "product"] as const;
export type PayType = (typeof payTypes)[number];

export const discountKinds = ["none", "amount", "percent"] as const;
export type DiscountKind = (typeof discountKinds)[number];

/** Why money was kept and not counted towards its order. */
export const keptReasons = ["closed", "cancelled", "refunded", "alreadyPaid", "currency"] as const;
export type KeptReason = (typeof keptReasons)[number];

/** The payment platforms that return money when they are asked; what came through others is returned there by hand. */
export const refundingProviders = ["paypal", "shopline"] as const;
export type RefundingProvider = (typeof refundingProviders)[number];

/** `asked`: the platform has not said yet how it ended. */
export const platformRefundStates = ["asked", "done", "refused"] as const;
export type PlatformRefundState = (typeof platformRefundStates)[number];

/** What happened to an order, as its history says it. */
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

/** What a customer is given for money that came, and for money that went back. */
export const receiptKinds = ["receipt", "creditNote"] as const;
export type ReceiptKind = (typeof receiptKinds)[number];
