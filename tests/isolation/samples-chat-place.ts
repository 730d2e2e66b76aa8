import { chatPlace } from "@homeroom/contract/chat-place";
import { chatProducts } from "@homeroom/contract/chat-products";
import { named, of, type Samples } from "./sample.ts";

export const chatPlaceSamples: Samples["chatPlace"] = {
  ofBranch: named(chatPlace.ofBranch, ({ leadId }) => ({ leadId })),
};

export const chatProductSamples: Samples["chatProducts"] = {
  choices: of(chatProducts.choices, {
    requests: ({ leadId, channelId }) => [{ leadId }, { leadId, channel: channelId }],
    expect: "missing",
    mixed: ({ leadId }, { channelId }, wall) => (wall === "own" ? [] : [{ leadId, channel: channelId }]),
  }),
  send: named(
    chatProducts.send,
    ({ leadId, lineId, productId }) => ({ leadId, channel: lineId, productIDs: [productId] }),
    {
      mixed: ({ leadId, lineId, productId: mine }, { productId, channelId }, wall) => [
        ...(wall === "organization" ? [{ leadId, channel: lineId, productIDs: [productId] }] : []),
        ...(wall === "own" ? [] : [{ leadId, channel: channelId, productIDs: [mine] }]),
      ],
    },
  ),
};
