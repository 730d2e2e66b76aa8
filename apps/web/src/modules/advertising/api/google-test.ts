/** The outcome of a test lead. */
export type TestOutcome = "taken" | "unknownKey" | "tooMany" | "failed";

export interface TestLead {
  key: string;
  name: string;
  phone: string;
}

/** Sends a test lead as Google's lead forms do. It is marked as a test and makes no lead. */
export async function sendTestLead({ key, name, phone }: TestLead): Promise<TestOutcome> {
  const column = (column_id: string, string_value: string) => ({ column_id, string_value });
  const lead = {
    lead_id: crypto.randomUUID(),
    google_key: key,
    api_version: "1.0",
    is_test: true,
    user_column_data: [column("FULL_NAME", name), column("PHONE_NUMBER", phone)],
  };
  const answer = await fetch("/api_webhook/Google/Lead", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(lead),
  }).catch(() => null);
  if (answer?.ok) return "taken";
  if (answer?.status === 403) return "unknownKey";
  return answer?.status === 429 || answer?.status === 503 ? "tooMany" : "failed";
}
