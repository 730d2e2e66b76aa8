import { chatPlace } from "@homeroom/contract/chat-place";
import { chatProducts } from "@homeroom/contract/chat-products";
import { of, type Samples } from "./sample.ts";

export const chatPlaceSamples: Samples["chatPlace"] = {
  ofBranch: of(chatPlace.ofBranch, { requests: ({ leadId }) => [{ leadId }], expect: "missing" }),
};

export const chatProductSamples: Samples["chatProducts"] = {
  choices: of(chatProducts.choices, {
    requests: ({ leadId, channelId }) => [{ leadId }, { leadId, channel: channelId }],
    expect: "missing",
    mixed: ({ leadId }, { channelId }, wall) => (wall === "own" ? [] : [{ leadId, channel: channelId }]),
  }),
  send: of(chatProducts.send, {
    // On LINE, which shows products without a catalogue.
    requests: ({ leadId, lineId, productId }) => [{ leadId, channel: lineId, productIDs: [productId] }],
    expect: "missing",
    mixed: ({ leadId, lineId, productId: mine }, { productId, channelId }, wall) => [
      ...(wall === "organization" ? [{ leadId, channel: lineId, productIDs: [productId] }] : []),
      ...(wall === "own" ? [] : [{ leadId, channel: channelId, productIDs: [mine] }]),
    ],
  }),
};
