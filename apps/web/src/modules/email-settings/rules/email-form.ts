import type { EmailSetting, emailSettings } from "@homeroom/contract/email-settings";
import { emailPresets } from "@homeroom/contract/email-settings";
import type { RequestInput } from "@homeroom/contract/endpoint";

/** The request's fields that the form contains. */
export type EmailFormValues = RequestInput<typeof emailSettings.save>;

/** A branch's setting as form values, without the password. Without a setting, Gmail's is suggested. */
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

/** The values that a test covers, as one text: the same text needs no new test. */
export function testedText(values: Partial<EmailFormValues>): string {
  const { server, port, security, username, password, sender, senderName } = values;
  return JSON.stringify([server, port, security, username, password, sender, senderName]);
}
