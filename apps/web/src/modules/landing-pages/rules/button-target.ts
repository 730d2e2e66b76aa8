import type { ButtonAccount } from "@homeroom/contract/landing-pages";

/** The fields of a page that say where its button leads. */
export interface ButtonTarget {
  areaCode: string;
  phone: string;
  lineID: string;
}

/** The fields that lead to an account; those of the other kind are left out. */
export function targetOf({ buttonAction, areaCode, phone, lineID }: ButtonAccount): Partial<ButtonTarget> {
  return buttonAction === "line" ? { lineID } : { areaCode, phone };
}

/** Whether the fields lead to the account, however they are written. */
export function isTarget(account: ButtonAccount, target: ButtonTarget): boolean {
  if (account.buttonAction === "line") return bareId(account.lineID) === bareId(target.lineID);
  return account.areaCode === target.areaCode && bareDigits(account.phone) === bareDigits(target.phone);
}

const bareId = (lineID: string) => lineID.trim().replace(/^@/, "").toLowerCase();

/** Without the zero that a national number begins with. */
const bareDigits = (phone: string) => phone.replace(/\D/g, "").replace(/^0/, "");
