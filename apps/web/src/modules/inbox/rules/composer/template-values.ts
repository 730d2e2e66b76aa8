import type { ConversationCard } from "@homeroom/contract/chat";
import type { ShownTemplate, TemplateChoice } from "@homeroom/contract/chat-templates";
import type { UserInfo } from "@homeroom/contract/member";
import type { ReplyVariable } from "@homeroom/contract/quick-replies";
import { filledIn, variablesIn } from "@homeroom/contract/template-advice";

/** The values of a template's placeholders, by their keys. */
export type TemplateValues = Readonly<Record<string, string>>;

/** The initial values of the placeholders: known facts of the customer. */
export function firstValues({ places }: TemplateChoice): TemplateValues {
  return Object.fromEntries(places.map(({ key, value }) => [key, value]));
}

/** The first empty placeholder. */
export function firstGap({ places }: TemplateChoice, values: TemplateValues): string | null {
  return places.find(({ key }) => (values[key] ?? "").trim() === "")?.key ?? null;
}

/** The template as the customer will see it; an empty placeholder shows its sample. */
export function shownTemplate(choice: TemplateChoice, values: TemplateValues): ShownTemplate {
  const samples = new Map(choice.places.map(({ key, sample }) => [key, sample]));
  const at = (key: string) => values[key]?.trim() || samples.get(key) || undefined;
  return {
    name: choice.name,
    header: filledIn(choice.header, { 1: at("header") }),
    body: filledIn(choice.body, Object.fromEntries(variablesIn(choice.body).map((one) => [one, at(`body.${one}`)]))),
    footer: choice.footer,
    buttons: choice.buttons.map((button, index) => ({
      ...button,
      url: filledIn(button.url, { 1: at(`button.${index}`) }),
    })),
  };
}

/** The templates whose name or text contains all the words. */
export function matching(choices: readonly TemplateChoice[], search: string): TemplateChoice[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return choices.filter(({ name, body }) => words.every((word) => `${name} ${body}`.toLowerCase().includes(word)));
}

/** The values of a quick reply's variables in a conversation; empty if unknown. */
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
