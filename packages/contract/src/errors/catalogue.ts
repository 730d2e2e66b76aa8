import { fillText, type Language } from "../language.ts";
import { accountErrors } from "./account.ts";
import { branchErrors } from "./branch.ts";
import { broadcastErrors } from "./broadcast.ts";
import { campaignErrors } from "./campaign.ts";
import { channelErrors } from "./channel.ts";
import { assistantErrors, chatErrors } from "./chat.ts";
import { composerErrors, replyErrors } from "./composer.ts";
import { dictionaryErrors } from "./dictionary.ts";
import { commonErrors } from "./generic.ts";
import { imageErrors } from "./image.ts";
import { importErrors } from "./import.ts";
import { landingErrors } from "./landing.ts";
import { leadErrors, leadRuleErrors } from "./lead.ts";
import { loginErrors } from "./login.ts";
import { menuErrors } from "./menu.ts";
import { noticeErrors } from "./notice.ts";
import { orderErrors } from "./order.ts";
import { paymentErrors } from "./payment.ts";
import { productErrors } from "./product.ts";
import { roleErrors } from "./role.ts";
import { departmentErrors, staffErrors } from "./staff.ts";
import { systemErrors } from "./system.ts";
import { templateErrors } from "./template.ts";

export type { ErrorDomain } from "./error-group.ts";

/** Every error that the product knows, by name. */
export const errorCatalogue = {
  ...commonErrors,
  ...loginErrors,
  ...accountErrors,
  ...leadErrors,
  ...leadRuleErrors,
  ...importErrors,
  ...roleErrors,
  ...menuErrors,
  ...staffErrors,
  ...branchErrors,
  ...productErrors,
  ...imageErrors,
  ...orderErrors,
  ...paymentErrors,
  ...channelErrors,
  ...chatErrors,
  ...assistantErrors,
  ...composerErrors,
  ...templateErrors,
  ...broadcastErrors,
  ...replyErrors,
  ...systemErrors,
  ...landingErrors,
  ...campaignErrors,
  ...noticeErrors,
  ...departmentErrors,
  ...dictionaryErrors,
};

export type ErrorName = keyof typeof errorCatalogue;

/** The errors that a call may fail with: without the web app's own texts and those that only inform. */
export type RefusalName = {
  [Name in ErrorName]: (typeof errorCatalogue)[Name]["status"] extends null | 200 ? never : Name;
}[ErrorName];

/** Values for the placeholders in an error's text, such as `{n}`. */
export type ErrorData = Readonly<Record<string, string | number>>;

/** The text of an error in one language, with its placeholders filled in. A placeholder without a value stays as it is. */
export function messageOf(name: ErrorName, language: Language, data: ErrorData = {}): string {
  return fillText(errorCatalogue[name].texts, language, data);
}

/** Whether a text, for example a validation message or a name in an answer, is the name of an error. */
export function isErrorName(text: string): text is ErrorName {
  return Object.hasOwn(errorCatalogue, text);
}

/** Whether a text is the name of an error that a call may fail with. */
export function isRefusalName(text: string): text is RefusalName {
  return isErrorName(text) && (errorCatalogue[text].status ?? 200) !== 200;
}
