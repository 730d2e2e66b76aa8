import { consents } from "@homeroom/contract/consents";
import { named, type Samples } from "./sample.ts";

export const consentSamples: Samples["consents"] = {
  list: named(consents.list, ({ leadId }) => ({ leadId })),
  record: named(consents.record, ({ leadId }) => ({
    leadId,
    channel: "email" as const,
    decision: "given" as const,
    wording: "報名表",
  })),
};
