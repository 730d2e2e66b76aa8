import type { TemplateChoice, TemplatePlace } from "@homeroom/contract/chat-templates";

/** A template with a button that leads to the payment page of an order. */
export interface PayTemplate {
  choice: TemplateChoice;
  /** What its places are filled with: the button's by the order, others by what is known of the customer. */
  values: Readonly<Record<string, string>>;
  /** The places of which nothing is known. */
  gaps: readonly TemplatePlace[];
}

/**
 * Those of some templates that have a link whose last part makes it the address of a payment page. One whose picture has to
 * be chosen first is sent from the chat.
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

/** What the place at the end of a button's link has to hold for it to be the address; null where none makes it so. */
function restOf(address: string, url: string): string | null {
  const [start = "", end] = url.split("{{1}}");
  return end === "" && start !== "" && address.startsWith(start) ? address.slice(start.length) : null;
}

/** The link of a button that leads to any order's payment page. */
export function buttonLink(address: string): string {
  return `${address.split("?")[0]}?{{1}}`;
}
