import { type ReplyVariable, replyVariables } from "@homeroom/contract/quick-replies";

/** A reply with its variables filled. One without a value stays as it is written, so that the sender sees it. */
export function fillVariables(content: string, values: Readonly<Record<ReplyVariable, string>>): string {
  return content.replace(/\{(\w+)\}/g, (sign, name: string) => {
    const known = replyVariables.find((one) => one === name);
    return (known && values[known]) || sign;
  });
}

/** The text and variables of a reply, each with its position. */
export function partsOf(content: string): { at: number; text: string }[] {
  let at = 0;
  return content.split(/(\{\w+\})/).flatMap((text) => {
    const part = { at, text };
    at += text.length;
    return text === "" ? [] : [part];
  });
}

/** The first line of a reply, which identifies it. */
export function titleOf(content: string): string {
  return (content.split("\n")[0] ?? "").slice(0, 60);
}
