import type { BroadcastVariable } from "@homeroom/contract/broadcast-plans";
import type { TemplateRow } from "@homeroom/contract/message-templates";
import { filledIn, variablesIn } from "@homeroom/contract/template-advice";

export interface TemplatePlace {
  key: string;
  sample: string;
  source: BroadcastVariable["source"];
}

/** The placeholders that are filled in when a template is sent, from the approved text. */
export function placesOf(template: TemplateRow): TemplatePlace[] {
  const { type, header, headerSample, body, variables, buttons } = template.inUse ?? template.content;
  const inHeader = type === "text" && variablesIn(header).length > 0;
  return [
    ...(inHeader ? [{ key: "header", sample: headerSample, source: "none" as const }] : []),
    ...variablesIn(body).map((number) => ({
      key: `body.${number}`,
      sample: variables[number - 1]?.sample ?? "",
      source: variables[number - 1]?.source ?? ("none" as const),
    })),
    ...buttons.flatMap(({ type: kind, url, urlSample }, index) =>
      kind === "link" && url.endsWith("{{1}}")
        ? [{ key: `button.${index}`, sample: urlSample.slice(url.length - 5), source: "none" as const }]
        : [],
    ),
  ];
}

/** The part of a template that a placeholder is in, and its number there. */
export function placeName(key: string): { part: "header" | "body" | "button"; number: number } {
  const [part, number] = key.split(".");
  if (part === "button") return { part, number: Number(number) + 1 };
  return part === "header" ? { part, number: 1 } : { part: "body", number: Number(number) };
}

/** The initial values of a plan's placeholders. */
export function firstVariables(template: TemplateRow): Record<string, BroadcastVariable> {
  return Object.fromEntries(placesOf(template).map(({ key, source }) => [key, { source, text: "" }]));
}

/** The placeholders that would be empty. */
export function emptyPlaces(template: TemplateRow, variables: Readonly<Record<string, BroadcastVariable>>): string[] {
  return placesOf(template)
    .map(({ key }) => key)
    .filter((key) => (variables[key]?.source ?? "none") === "none" && !variables[key]?.text);
}

/** The approved text with its samples. */
export function sampleText(template: TemplateRow): string {
  const { body, variables } = template.inUse ?? template.content;
  return filledIn(body, Object.fromEntries(variables.map(({ sample }, index) => [index + 1, sample])));
}
