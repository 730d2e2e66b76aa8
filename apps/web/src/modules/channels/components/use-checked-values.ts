import { testedFields, type WhatsappChannel } from "@homeroom/contract/channels";
import { Form } from "antd";
import { useEffect, useRef, useState } from "react";
import { type TestResult, testWhatsapp } from "../api/whatsapp.ts";
import { formatFault, type TriedValues, triedKey } from "../rules/meta-values.ts";

const restMs = 700;

/**
 * Tests the values at Meta whenever one was pasted and all of them look valid; `onResult` receives the result. Without an
 * access token no test is possible.
 */
export function useCheckedValues(
  channel: WhatsappChannel | undefined,
  onResult: (result: TestResult, of: TriedValues) => void,
): void {
  const form = Form.useFormInstance();
  const key = triedKey(Form.useWatch((all: TriedValues) => all, form) ?? {});
  // On opening, the watched values are still empty before the form's values arrive: those were not pasted.
  const [first] = useState(() => triedKey(form.getFieldsValue(true) as TriedValues));
  const latest = useRef(onResult);
  useEffect(() => {
    latest.current = onResult;
  });
  const recordID = channel?.recordID;
  useEffect(() => {
    if (key === first) return;
    const sent = JSON.parse(key) as TriedValues;
    const isAsked = testedFields.every((field) => formatFault(field, sent[field] ?? "") === undefined);
    if (!isAsked || (!recordID && !sent.accessToken)) return;
    let isOld = false;
    const wait = setTimeout(() => {
      // A failed test is repeated when the form is tested or saved.
      testWhatsapp({ ...sent, ...(recordID && { recordID }) }).then(
        (result) => isOld || latest.current(withoutEmpty(result, sent), sent),
        () => undefined,
      );
    }, restMs);
    return () => {
      isOld = true;
      clearTimeout(wait);
    };
  }, [key, first, recordID]);
}

/** Empty fields are not marked yet. */
function withoutEmpty(result: TestResult, sent: TriedValues): TestResult {
  return { ...result, fields: result.fields.filter(({ field, reason }) => sent[field] !== "" || reason !== "missing") };
}
