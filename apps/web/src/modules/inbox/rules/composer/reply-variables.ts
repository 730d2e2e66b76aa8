import type { ConversationCard } from "@homeroom/contract/chat";
import type { UserInfo } from "@homeroom/contract/member";
import type { ReplyVariable } from "@homeroom/contract/quick-replies";

/** What the variables of a quick reply stand for in a conversation; empty for what is not known. */
export function variablesOf(
  card: Pick<ConversationCard, "nickname" | "phone" | "sales">,
  user: Pick<UserInfo, "nickname" | "branch">,
): Record<ReplyVariable, string> {
  return {
    nickname: card.nickname,
    phone: card.phone,
    sales: card.sales?.nickname ?? "",
    branch: user.branch.name,
    me: user.nickname,
  };
}
