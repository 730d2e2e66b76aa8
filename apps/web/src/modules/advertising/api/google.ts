import type { RequestInput } from "@homeroom/contract/endpoint";
import { type GoogleSetting, googleLeads } from "@homeroom/contract/google-leads";
import type { RecordId } from "@homeroom/contract/ids";
import { useQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { useRenewal } from "#platform/use-renewal.ts";
import { useWrite } from "#platform/use-write.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";
import { useDeliveryLog } from "./delivery-log.ts";

const key = ["advertising", "google"];

/** The settings for Google lead forms of the branches that the person reaches. */
export function useGoogleSettings() {
  return useQuery({
    queryKey: [...key, "settings"],
    queryFn: ({ signal }) => fetchSettings(signal),
    meta: { page: true },
  });
}

/** A branch's setting as currently saved. */
export async function googleSettingNow(branchID: string): Promise<GoogleSetting | undefined> {
  return (await fetchSettings()).find(({ branch }) => branch.branchID === branchID);
}

async function fetchSettings(signal?: AbortSignal): Promise<GoogleSetting[]> {
  return (await api.call(googleLeads.setting, {}, { ...(signal && { signal }) })).resultData;
}

/** The forms' submissions, newest first. */
export function useGoogleLog() {
  return useDeliveryLog(key, (request, options) => api.call(googleLeads.log, request, options));
}

/** Writes of Google lead forms; visible data are refetched. */
export function useGoogleWrites() {
  const write = useWrite(key);
  const renew = useRenewal(key);
  return {
    save: (form: RequestInput<typeof googleLeads.save>, report: FailureReport) => write(googleLeads.save, form, report),
    async retry(recordID: RecordId): Promise<void> {
      await api.call(googleLeads.retry, { recordID }).finally(() => void renew());
    },
  };
}

/** The outcome of a test lead. */
export type TestOutcome = "taken" | "unknownKey" | "tooMany" | "failed";

interface TestLead {
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
