import { chatSearch } from "@homeroom/contract/chat-search";
import { of, type Samples } from "./sample.ts";

export const chatSearchSamples: Samples["chatSearch"] = {
  searchMessages: of(chatSearch.searchMessages, {
    requests: ({ nickname, conversationId }) => [
      { keywords: `${nickname}想問`, pageSize: 50 },
      { keywords: "課程", pageSize: 50 },
      { keywords: "想", conversationId },
      { keywords: "？", conversationId },
    ],
    expect: "blank",
    shows: ({ inboundId }) => inboundId,
  }),
};
