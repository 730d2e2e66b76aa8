import type { TemplateChoice, TemplatePlace } from "@homeroom/contract/chat-templates";

/** A template with a button that opens the payment page of an order. */
export interface PayTemplate {
  choice: TemplateChoice;
  /** The values of its placeholders: the button's from the order, others from known facts of the customer. */
  values: Readonly<Record<string, string>>;
  /** The placeholders without a known value. */
  gaps: readonly TemplatePlace[];
}

/**
 * The templates with a link whose variable end can make it the address of a payment page. A template that needs a picture
 * must be sent from the chat.
 */
export function payTemplates(choices: readonly TemplateChoice[], address: string): PayTemplate[] {
  return choices.flatMap((choice) => {
    const found = choice.buttons.flatMap(({ url }, index) => {
      const rest = restOf(address, url);
      return rest ? [{ key: `button.${index}`, rest }] : [];
    });
    const [link] = found;
    if (!link || (choice.type === "image" && choice.pictureUrl === null)) return [];
    const known = Object.fromEntries(choice.places.map(({ key, value }) => [key, value]));
    const values = { ...known, [link.key]: link.rest };
    return [{ choice, values, gaps: choice.places.filter(({ key }) => !values[key]) }];
  });
}

/** The value at the end of a button's link that makes it the address; null if none does. */
function restOf(address: string, url: string): string | null {
  const [start = "", end] = url.split("{{1}}");
  return end === "" && start !== "" && address.startsWith(start) ? address.slice(start.length) : null;
}

/** The link of a button that can open any order's payment page. */
export function buttonLink(address: string): string {
  return `${address.split("?")[0]}?{{1}}`;
}
