import { z } from "zod";
import { branchCounts } from "./branch-counts.ts";
import { countryCodes } from "./countries.ts";
import { endpoint } from "./endpoint.ts";
import { AccountId, BranchId, OrganizationId } from "./ids.ts";
import { languages } from "./language.ts";
import { NewPassword } from "./passwords.ts";
import { areaCodeField, phoneField } from "./phone.ts";

const text = (longest: number) => z.string().trim().max(longest).default("");

const Email = z.string().trim().toLowerCase().max(128, "LOGIN_INVALID_EMAIL").pipe(z.email("LOGIN_INVALID_EMAIL"));

/** A code was sent: when the next one may be requested, and how long this one is valid. */
export const CodeSent = z.object({ resendSeconds: z.number().int(), expireSeconds: z.number().int() });
export type CodeSent = z.infer<typeof CodeSent>;

/** The language of the mails and of the default records; left out: that of the request. */
export const Locale = z.enum(languages).optional();

const RegisterForm = z
  .object({
    organizationName: z.string().trim().min(1).max(100),
    /** In the organisation's own words. */
    businessCategory: text(100),
    /** How many branches there are. */
    branchInfo: z.enum(["", ...branchCounts]).default(""),
    /** Two letters. */
    country: z.enum(countryCodes).default("HK"),
    location: text(255),
    /** How they learned about the product. */
    fromWhere: text(100),
    firstName: text(100),
    lastName: text(100),
    /** The area code of the phone: "+852". */
    countryCode: areaCodeField("LOGIN_INVALID_PHONE").default(""),
    phone: phoneField("LOGIN_INVALID_PHONE").default(""),
    /** The owner's sign-in. */
    email: Email,
    vCode: z.string().trim().min(1, "LOGIN_INVALID_VERIFICATION_CODE").max(16, "LOGIN_INVALID_VERIFICATION_CODE"),
    password: NewPassword,
    confirmpassword: z.string().max(128, "LOGIN_PASSWORDS_DIFFER").default(""),
    /** 1: agrees to news about the product by mail. */
    acceptMessage: z.number().int().min(0).max(1).default(0),
    locale: Locale,
  })
  .refine((form) => form.password === form.confirmpassword, {
    path: ["confirmpassword"],
    message: "LOGIN_PASSWORDS_DIFFER",
  });
export type RegisterForm = z.infer<typeof RegisterForm>;

/** The new organisation, and the owner's session with the same fields as a sign-in's. */
const RegistrationResult = z.object({
  accountID: AccountId,
  organizationId: OrganizationId,
  trialEndTime: z.string(),
  token: z.string(),
  branchID: BranchId,
  isPasswordInitialized: z.boolean(),
});
export type RegistrationResult = z.infer<typeof RegistrationResult>;

export const registration = {
  sendCode: endpoint("POST /api_sso/Login/SendRegisterCodeEmail", {
    summary: "Mails a code to an address that wants to register: at most one a minute and ten a day.",
    access: "public",
    body: "form",
    request: z.object({ email: Email, locale: Locale }),
    response: CodeSent,
    errors: ["LOGIN_INVALID_EMAIL", "LOGIN_EMAIL_REGISTERED", "TOO_MANY_REQUESTS"],
  }),
  register: endpoint("POST /api_sso/Login/register", {
    summary: "Creates an organisation with a free trial, its first branch, roles and lists, and signs its owner in.",
    access: "public",
    body: "form",
    request: RegisterForm,
    response: RegistrationResult,
    errors: [
      "LOGIN_PASSWORD_EMPTY",
      "LOGIN_EMAIL_REGISTERED",
      "LOGIN_INVALID_VERIFICATION_CODE",
      "LOGIN_INVALID_EMAIL",
      "LOGIN_BAD_PASSWORD_FORMAT",
      "LOGIN_PASSWORDS_DIFFER",
      "LOGIN_INVALID_PHONE",
      "LOGIN_NAME_TOO_LONG",
      "TOO_MANY_REQUESTS",
    ],
  }),
};
