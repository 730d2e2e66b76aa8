import { chatPlace } from "@homeroom/contract/chat-place";
import { of, type Samples } from "./sample.ts";

export const chatPlaceSamples: Samples["chatPlace"] = {
  ofBranch: of(chatPlace.ofBranch, { requests: ({ leadId }) => [{ leadId }], expect: "missing" }),
};
