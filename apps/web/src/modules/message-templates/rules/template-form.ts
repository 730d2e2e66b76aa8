import { TemplateContent, type TemplateForm, type TemplateRow } from "@homeroom/contract/message-templates";
import { variablesIn } from "@homeroom/contract/template-advice";

/** The initial values of a new template. */
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

/** The form values of an existing template. */
export function formOf(template: TemplateRow): TemplateForm {
  const { recordID, name, language, category, usage, content, version } = template;
  return { recordID, name, language, category, usage, ...TemplateContent.parse(content), version };
}

/** Only the variables that the text contains. */
export function trimmed(form: TemplateForm): TemplateForm {
  const most = variablesIn(form.body).at(-1) ?? 0;
  return { ...form, variables: form.variables.slice(0, most) };
}

/** The content being written, as far as it exists: missing fields are empty. */
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

/** Whether two contents are the same for WhatsApp, which takes the picture as a sample and does not know our facts. */
export function sameText(one: TemplateContent, other: TemplateContent): boolean {
  const reviewed = ({ headerImage: _picture, variables, ...rest }: TemplateContent) => ({
    ...rest,
    samples: variables.map(({ sample }) => sample),
  });
  return JSON.stringify(reviewed(one)) === JSON.stringify(reviewed(other));
}

/** Until a list is complete, the form stores it as an object with numbers as keys. */
function listOf<Item>(list: readonly Item[] | undefined): Item[] {
  return Object.values(list ?? {});
}

/** The number that the next variable gets. */
export function nextVariable(body: string): number {
  return (variablesIn(body).at(-1) ?? 0) + 1;
}

/** A valid WhatsApp name made from the input. */
export function templateName(typed: string): string {
  return typed
    .toLowerCase()
    .replace(/[\s-]+/g, "_")
    .slice(0, 512);
}

/** For texts that mention the braces of templates, because braces in texts mark their own placeholders. */
export const braces = { place: "{{1}}", place2: "{{2}}", open: "{{", close: "}}" };
