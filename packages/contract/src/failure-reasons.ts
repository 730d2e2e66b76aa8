/**
 * Why a provider refused or lost a message: each is the key of a text for staff in the web app. An integration translates
 * its provider's own codes into these, in one place; no screen ever looks at a provider's code.
 */
export const failureReasons = [
  // Our access to the provider: somebody has to fix it.
  "switchedOff",
  "tokenMissing",
  "tokenExpired",
  "permissionMissing",
  "accountLocked",
  "accountRestricted",
  "policyBlocked",
  "countryBlocked",
  "nameNotApproved",
  "paymentProblem",
  "numberNotRegistered",
  "registrationLimit",
  "marketingNotEnabled",
  "tokenOfOtherChannel",
  "secretWrong",
  "quotaUsedUp",
  // The provider's state and its rate limits: these pass.
  "providerUnavailable",
  "unreachable",
  "noAnswer",
  "maintenance",
  "callLimit",
  "sendingTooFast",
  "pairRate",
  "spamLimit",
  "messagingLimit",
  // The recipient.
  "notOnWhatsApp",
  "recipientInvalid",
  "recipientNotAllowed",
  "phoneNumberNeeded",
  "marketingCap",
  "marketingStopped",
  "experimentGroup",
  // The recipient of a mail.
  "mailboxUnknown",
  "mailboxFull",
  "mailRefused",
  "mailBounced",
  "mailComplained",
  // The message itself.
  "windowClosed",
  "badRequest",
  "unsupportedType",
  "mediaUnreadable",
  "mediaRejected",
  "mediaTooLarge",
  "mediaGone",
  "addressNotPublic",
  "templateMissing",
  "templateParameters",
  "templateTooLong",
  "templatePolicy",
  "templatePaused",
  "templateDisabled",
  "templateFlow",
  "unknown",
] as const;

export type FailureReason = (typeof failureReasons)[number];

/** Limits of a WhatsApp number that pause the plans which send through it. Their messages go out when the plans are resumed. */
export const planStops = ["spamLimit", "messagingLimit"] as const satisfies readonly FailureReason[];

/** Stops of a WhatsApp number that end once it has a token that passes its test. */
export const tokenStops = [
  "tokenMissing",
  "tokenExpired",
  "permissionMissing",
] as const satisfies readonly FailureReason[];
