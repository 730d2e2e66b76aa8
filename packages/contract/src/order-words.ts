export const orderStatuses = ["pending", "paid", "closed", "cancelled", "refunded"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const confirmStatuses = ["unconfirmed", "confirmed", "rejected"] as const;
export type ConfirmStatus = (typeof confirmStatuses)[number];

export const payMethods = ["paypal", "card", "bankTransfer", "cash", "other"] as const;
export type PayMethod = (typeof payMethods)[number];

/** How money came: as it was chosen, or through a platform on which customers choose among several ways. */
export const paidMethods = [...payMethods, "shopline", "ecpay"] as const;
export type PaidMethod = (typeof paidMethods)[number];

export const payTypes = ["subscription", "recharge", "product"] as const;
export type PayType = (typeof payTypes)[number];

export const discountKinds = ["none", "amount", "percent"] as const;
export type DiscountKind = (typeof discountKinds)[number];

/** Why money was kept and not counted towards its order. */
export const keptReasons = ["closed", "cancelled", "refunded", "alreadyPaid", "currency"] as const;
export type KeptReason = (typeof keptReasons)[number];

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
