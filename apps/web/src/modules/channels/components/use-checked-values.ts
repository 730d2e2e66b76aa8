import type { TestedField, WhatsappChannel } from "@homeroom/contract/channels";
import { Form } from "antd";
import { useEffect, useRef } from "react";
import { type TestResult, testWhatsapp } from "../api/whatsapp.ts";
import { formatFault } from "../rules/meta-values.ts";

const fields = ["appID", "appSecret", "businessAccountID", "phoneNumberID", "accessToken", "catalogueID"] as const;
const restMs = 700;
type Sent = Readonly<Partial<Record<TestedField, string>>>;

/**
 * Tries the values at Meta whenever one was pasted and all of them can be right; what came of it goes to `onResult`.
 * Without an access token nothing can be asked there.
 */
export function useCheckedValues(channel: WhatsappChannel | undefined, onResult: (result: TestResult) => void): void {
  const form = Form.useFormInstance();
  const values = Form.useWatch((all: Partial<Record<TestedField, string>>) => all, form) ?? {};
  const key = JSON.stringify(fields.map((field) => (values[field] ?? "").trim()));
  const first = useRef(key);
  const latest = useRef(onResult);
  useEffect(() => {
    latest.current = onResult;
  });
  const recordID = channel?.recordID;
  useEffect(() => {
    if (key === first.current) return;
    const pasted = JSON.parse(key) as string[];
    const sent: Sent = Object.fromEntries(fields.map((field, at) => [field, pasted[at] ?? ""]));
    const isAsked = fields.every((field) => formatFault(field, sent[field] ?? "") === undefined);
    if (!isAsked || (!recordID && !sent.accessToken)) return;
    let isOld = false;
    const wait = setTimeout(() => {
      // What could not be asked now is asked when the form is tested or saved.
      testWhatsapp({ ...sent, ...(recordID && { recordID }) }).then(
        (result) => isOld || latest.current(withoutEmpty(result, sent)),
        () => undefined,
      );
    }, restMs);
    return () => {
      isOld = true;
      clearTimeout(wait);
    };
  }, [key, recordID]);
}

/** Nothing is said yet of what has not been filled in. */
function withoutEmpty(result: TestResult, sent: Sent): TestResult {
  return { ...result, fields: result.fields.filter(({ field, reason }) => sent[field] !== "" || reason !== "missing") };
}
