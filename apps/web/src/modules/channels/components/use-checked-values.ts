import { testedFields, type WhatsappChannel } from "@homeroom/contract/channels";
import { Form } from "antd";
import { useEffect, useRef, useState } from "react";
import { type TestResult, testWhatsapp } from "../api/whatsapp.ts";
import { formatFault, type TriedValues, triedKey } from "../rules/meta-values.ts";

const restMs = 700;

/**
 * Tries the values at Meta whenever one was pasted and all of them can be right; what came of it goes to `onResult`.
 * Without an access token nothing can be asked there.
 */
export function useCheckedValues(
  channel: WhatsappChannel | undefined,
  onResult: (result: TestResult, of: TriedValues) => void,
): void {
  const form = Form.useFormInstance();
  const key = triedKey(Form.useWatch((all: TriedValues) => all, form) ?? {});
  // What is watched is still empty when the form is opened with its values: those were not pasted.
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
      // What could not be asked now is asked when the form is tested or saved.
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

/** Nothing is said yet of what has not been filled in. */
function withoutEmpty(result: TestResult, sent: TriedValues): TestResult {
  return { ...result, fields: result.fields.filter(({ field, reason }) => sent[field] !== "" || reason !== "missing") };
}
