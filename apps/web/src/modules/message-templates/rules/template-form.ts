import { TemplateContent, type TemplateForm, type TemplateRow } from "@homeroom/contract/message-templates";
import { variablesIn } from "@homeroom/contract/template-advice";

/** What a new template begins with. */
export const emptyTemplate = {
  name: "",
  language: "zh_TW",
  category: "utility",
  usage: "both",
  type: "none",
  header: "",
  headerSample: "",
  headerImage: null,
  body: "",
  variables: [],
  footer: "",
  buttons: [],
} as const satisfies Partial<TemplateForm>;

/** The form of a template that is there. */
export function formOf(template: TemplateRow): TemplateForm {
  const { recordID, name, language, category, usage, content, version } = template;
  return { recordID, name, language, category, usage, ...TemplateContent.parse(content), version };
}

/** Only the variables that the text contains. */
export function trimmed(form: TemplateForm): TemplateForm {
  const most = variablesIn(form.body).at(-1) ?? 0;
  return { ...form, variables: form.variables.slice(0, most) };
}

/** What is being written, as far as it can be read: fields that are not there yet are empty. */
export function contentOf(values: unknown): TemplateContent {
  const written = (values ?? {}) as Partial<TemplateContent>;
  return {
    type: written.type ?? "none",
    header: written.header ?? "",
    headerSample: written.headerSample ?? "",
    headerImage: written.headerImage ?? null,
    body: written.body ?? "",
    variables: listOf(written.variables).map((one) => ({ sample: one?.sample ?? "", source: one?.source ?? "none" })),
    footer: written.footer ?? "",
    buttons: listOf(written.buttons).map((one) => ({
      type: one?.type ?? "shortcut",
      text: one?.text ?? "",
      url: one?.url ?? "",
      urlSample: one?.urlSample ?? "",
      phone: one?.phone ?? "",
    })),
  };
}

/** Whether two contents are one to WhatsApp, to which the picture is a sample and our own facts are nothing. */
export function sameText(one: TemplateContent, other: TemplateContent): boolean {
  const reviewed = ({ headerImage: _picture, variables, ...rest }: TemplateContent) => ({
    ...rest,
    samples: variables.map(({ sample }) => sample),
  });
  return JSON.stringify(reviewed(one)) === JSON.stringify(reviewed(other));
}

/** A form keeps a list under its numbers until all of it is there. */
function listOf<Item>(list: readonly Item[] | undefined): Item[] {
  return Object.values(list ?? {});
}

/** The number that the next variable gets. */
export function nextVariable(body: string): number {
  return (variablesIn(body).at(-1) ?? 0) + 1;
}

/** A name as WhatsApp takes it, made of what was typed. */
export function templateName(typed: string): string {
  return typed
    .toLowerCase()
    .replace(/[\s-]+/g, "_")
    .slice(0, 512);
}

/** Texts speak of the braces that a template is written with, and have places in braces of their own. */
export const braces = { place: "{{1}}", place2: "{{2}}", open: "{{", close: "}}" };
