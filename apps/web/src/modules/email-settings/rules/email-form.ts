import type { EmailSetting, emailSettings } from "@homeroom/contract/email-settings";
import { emailPresets } from "@homeroom/contract/email-settings";
import type { RequestInput } from "@homeroom/contract/endpoint";

/** What the form holds of the request. */
export type EmailFormValues = RequestInput<typeof emailSettings.save>;

/** A branch's setting as its form holds it; of the password, nothing. Without one Gmail's is suggested. */
export function valuesOf({ branch, setting, version }: EmailSetting): EmailFormValues {
  const { server, port, security, username } = setting ?? emailPresets.gmail;
  return {
    branchID: branch.branchID,
    provider: setting?.provider ?? "gmail",
    ...{ server, port, security, username },
    password: "",
    sender: setting?.sender ?? "",
    senderName: setting?.senderName ?? branch.name,
    testID: "",
    version,
  };
}

/** The values that a test is of, in one text: the same text, the same test. */
export function testedText(values: Partial<EmailFormValues>): string {
  const { server, port, security, username, password, sender, senderName } = values;
  return JSON.stringify([server, port, security, username, password, sender, senderName]);
}
