import { consents } from "@homeroom/contract/consents";
import { of, type Samples } from "./sample.ts";

export const consentSamples: Samples["consents"] = {
  list: of(consents.list, { requests: ({ leadId }) => [{ leadId }], expect: "missing" }),
  record: of(consents.record, {
    requests: ({ leadId }) => [{ leadId, channel: "email" as const, decision: "given" as const, wording: "報名表" }],
    expect: "missing",
  }),
};
