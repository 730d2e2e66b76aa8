import { randomBytes } from "node:crypto";

interface GraphErrorFacts {
  status: number;
  code: number;
  subcode?: number;
  /** Meta's own words. */
  title: string;
  details: string;
  transient?: boolean;
}

/** The documented errors of Meta's Cloud API that the sandbox can answer, with the HTTP status that Meta lists for each. */
const facts = {
  unknownApi: { status: 400, code: 1, title: "API Unknown", details: "Invalid request or possible server error." },
  serviceUnavailable: {
    status: 503,
    code: 2,
    title: "API Service",
    details: "Temporary due to downtime or due to being overloaded.",
    transient: true,
  },
  tooManyCalls: {
    status: 400,
    code: 4,
    title: "Application request limit reached",
    details: "The app has reached its API call rate limit.",
    transient: true,
  },
  permission: {
    status: 403,
    code: 10,
    title: "Application does not have permission for this action",
    details: "Permission is either not granted or has been removed.",
  },
  objectUnknown: {
    status: 400,
    code: 100,
    subcode: 33,
    title: "Unsupported request",
    details: "Object does not exist, cannot be loaded due to missing permissions, or does not support this operation.",
  },
  invalidParameter: { status: 400, code: 100, title: "Invalid parameter", details: "Invalid parameter." },
  tokenExpired: {
    status: 401,
    code: 190,
    subcode: 463,
    title: "Error validating access token",
    details: "Session has expired.",
  },
  tokenInvalid: {
    status: 401,
    code: 190,
    title: "Invalid OAuth access token",
    details: "Cannot parse access token.",
  },
  policyBlock: {
    status: 403,
    code: 368,
    title: "Temporarily blocked for policies violations",
    details: "The WhatsApp Business Account has been restricted for violating a platform policy.",
  },
  accountRateLimited: {
    status: 400,
    code: 80007,
    title: "Rate limit issues",
    details: "The WhatsApp Business Account has reached its rate limit.",
    transient: true,
  },
  throughput: {
    status: 429,
    code: 130429,
    title: "Rate limit hit",
    details:
      "Message failed to send because there were too many messages sent from this phone number in a short period of time.",
  },
  experiment: {
    status: 400,
    code: 130472,
    title: "User's number is part of an experiment",
    details: "Message was not sent as part of an experiment.",
  },
  countryRestricted: {
    status: 403,
    code: 130497,
    title: "Business account is restricted from messaging users in this country",
    details: "The account is restricted from messaging users in this country.",
  },
  somethingWrong: {
    status: 500,
    code: 131000,
    title: "Something went wrong",
    details: "Message failed to send due to an unknown error.",
  },
  accessDenied: {
    status: 403,
    code: 131005,
    title: "Access denied",
    details: "Permission is either not granted or has been removed.",
  },
  missingParameter: {
    status: 400,
    code: 131008,
    title: "Required parameter is missing",
    details: "The request is missing a required parameter.",
  },
  badParameter: {
    status: 400,
    code: 131009,
    title: "Parameter value is not valid",
    details: "One or more parameter values are invalid.",
  },
  unavailable: {
    status: 500,
    code: 131016,
    title: "Service unavailable",
    details: "A service is temporarily unavailable.",
    transient: true,
  },
  recipientIsSender: {
    status: 400,
    code: 131021,
    title: "Recipient cannot be sender",
    details: "Sender and recipient phone number is the same.",
  },
  undeliverable: { status: 400, code: 131026, title: "Message undeliverable", details: "Message Undeliverable." },
  recipientNotAllowed: {
    status: 400,
    code: 131030,
    title: "Recipient phone number not in allowed list",
    details: "Add the recipient phone number to the recipient list and try again.",
  },
  accountLocked: {
    status: 403,
    code: 131031,
    title: "Business Account locked",
    details: "Business account has been locked.",
  },
  displayName: {
    status: 400,
    code: 131037,
    title: "WhatsApp provided number needs display name approval before message can be sent",
    details: "The display name of this number has not been approved.",
  },
  payment: {
    status: 400,
    code: 131042,
    title: "Business eligibility payment issue",
    details: "Message failed to send because there were one or more errors related to your payment method.",
  },
  windowClosed: {
    status: 400,
    code: 131047,
    title: "Re-engagement message",
    details:
      "Message failed to send because more than 24 hours have passed since the customer last replied to this number.",
  },
  spam: {
    status: 400,
    code: 131048,
    title: "Spam rate limit hit",
    details:
      "Message failed to send because there are restrictions on how many messages can be sent from this phone number.",
  },
  marketingCap: {
    status: 400,
    code: 131049,
    title: "This message was not delivered to maintain healthy ecosystem engagement",
    details: "In order to maintain a healthy ecosystem engagement, the message failed to be delivered.",
  },
  marketingStopped: {
    status: 400,
    code: 131050,
    title: "User has stopped receiving marketing messages",
    details:
      "Unable to deliver the message. This recipient has chosen to stop receiving marketing messages on WhatsApp from your business.",
  },
  unsupportedType: {
    status: 400,
    code: 131051,
    title: "Unsupported message type",
    details: "Message type is not currently supported.",
  },
  mediaDownload: {
    status: 400,
    code: 131052,
    title: "Media download error",
    details: "Unable to download the media sent by the user.",
  },
  mediaUpload: {
    status: 400,
    code: 131053,
    title: "Media upload error",
    details: "Unable to upload the media used in the message.",
  },
  pairRate: {
    status: 400,
    code: 131056,
    title: "Pair rate limit hit",
    details:
      "Message failed to send because there were too many messages sent from this phone number to the same phone number in a short period of time.",
  },
  maintenance: {
    status: 500,
    code: 131057,
    title: "Account in maintenance mode",
    details: "Business Account is in maintenance mode.",
    transient: true,
  },
  recipientIdUnsupported: {
    status: 400,
    code: 131062,
    title: "Business-scoped user ID recipient is not supported",
    details: "This message cannot be sent to a business-scoped user ID.",
  },
  parameterCount: {
    status: 400,
    code: 132000,
    title: "Number of parameters does not match the expected number of params",
    details: "The number of variable parameters does not match the template.",
  },
  parameterFormat: {
    status: 400,
    code: 132012,
    title: "Parameter format does not match format in the created template",
    details: "The variable parameter values are formatted incorrectly.",
  },
  templateUnknown: {
    status: 404,
    code: 132001,
    title: "Template name does not exist in the translation",
    details: "The template does not exist in the specified language or the template has not been approved.",
  },
  templateTooLong: {
    status: 400,
    code: 132005,
    title: "Translated text too long",
    details: "Translated text is too long.",
  },
  templatePaused: {
    status: 400,
    code: 132015,
    title: "Template is paused",
    details: "Template is paused due to low quality so it cannot be sent in a template message.",
  },
  templateDisabled: {
    status: 400,
    code: 132016,
    title: "Template is disabled",
    details: "Template has been paused too many times due to low quality and is now permanently disabled.",
  },
  notRegistered: {
    status: 400,
    code: 133010,
    title: "Account not registered",
    details: "Phone number is not registered on the WhatsApp Business Platform.",
  },
} as const satisfies Record<string, GraphErrorFacts>;

export type GraphErrorName = keyof typeof facts;

export const graphErrorNames = Object.keys(facts) as GraphErrorName[];

export function isGraphErrorName(name: string): name is GraphErrorName {
  return Object.hasOwn(facts, name);
}

export function graphErrorCode(name: GraphErrorName): number {
  return facts[name].code;
}

/** A request that Meta would refuse. */
export class GraphRefusal extends Error {
  readonly error: GraphErrorName;
  readonly details: string | undefined;

  constructor(error: GraphErrorName, details?: string) {
    super(details ?? facts[error].title);
    this.name = "GraphRefusal";
    this.error = error;
    this.details = details;
  }
}

/** The synchronous answer: HTTP status and Graph error body. */
export function refusalAnswer(name: GraphErrorName, details?: string): { status: number; body: object } {
  const error: GraphErrorFacts = facts[name];
  const body = {
    error: {
      message: `(#${error.code}) ${error.title}`,
      type: "OAuthException",
      code: error.code,
      ...(error.subcode === undefined ? {} : { error_subcode: error.subcode }),
      ...(error.transient ? { is_transient: true } : {}),
      error_data: { messaging_product: "whatsapp", details: details ?? error.details },
      fbtrace_id: `A${randomBytes(12).toString("base64url")}`,
    },
  };
  return { status: error.status, body };
}

export interface StatusError {
  code: number;
  title: string;
  message: string;
  error_data: { details: string };
  href: string;
}

/** The same error as reported later in a `failed` status. */
export function statusError(name: GraphErrorName, details?: string): StatusError {
  const error: GraphErrorFacts = facts[name];
  return {
    code: error.code,
    title: error.title,
    message: error.title,
    error_data: { details: details ?? error.details },
    href: "https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/",
  };
}
