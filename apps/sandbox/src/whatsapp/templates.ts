import { GraphRefusal } from "./graph-errors.ts";
import { makeNumericId } from "./ids.ts";
import { asText, type Fields, isObject, readList, readText } from "./read-fields.ts";
import { readyTemplates } from "./ready-templates.ts";

export type TemplateStatus = "PENDING" | "APPROVED" | "REJECTED" | "PAUSED" | "DISABLED";

export interface Template {
  id: string;
  businessAccountId: string;
  name: string;
  language: string;
  category: string;
  status: TemplateStatus;
  components: Fields[];
  /** What is sent until the review of `components` has ended. */
  approved?: Fields[];
  rejected_reason?: string;
  /** When edits of the approved template were accepted, in milliseconds, oldest first. */
  revisedAt?: number[];
}

/** A template as the customer sees it, with its variables filled in. */
export interface TemplatePreview {
  header?: string;
  headerMedia?: { kind: string; id?: string; link?: string };
  body: string;
  footer?: string;
  buttons: { kind: string; text: string; payload?: string; url?: string }[];
}

export interface Templates {
  list(businessAccountId: string, filter: { name?: string; status?: string }): Template[];
  byId(id: string): Template | undefined;
  /** The template of a send; throws 132001 when it is missing or not approved, 132015 when paused, 132016 when disabled. */
  usable(businessAccountId: string, name: string, language: string): Template;
  create(businessAccountId: string, body: Fields): Template;
  /** Removes all languages of a name, or the one with that id. */
  remove(businessAccountId: string, name: string, id?: string): boolean;
  restore(templates: readonly Template[]): void;
  all(): Template[];
  /** Handles of pictures that were uploaded as samples. */
  samples: Set<string>;
}

export function createTemplates(businessAccountIds: readonly string[]): Templates {
  let templates: Template[] = [...new Set(businessAccountIds)].flatMap((businessAccountId) =>
    readyTemplates.map(
      ({ status, ...template }, index): Template => ({
        ...template,
        id: readyId(businessAccountId, index),
        businessAccountId,
        status: status ?? "APPROVED",
        ...(status === "REJECTED" && { rejected_reason: "INVALID_FORMAT" }),
      }),
    ),
  );
  const samples = new Set<string>();
  const find = (businessAccountId: string, name: string, language: string) =>
    templates.find(
      (one) => one.businessAccountId === businessAccountId && one.name === name && one.language === language,
    );
  return {
    list: (businessAccountId, filter) =>
      templates.filter(
        (one) =>
          one.businessAccountId === businessAccountId &&
          (filter.name === undefined || one.name.includes(filter.name)) &&
          (filter.status === undefined || one.status === filter.status),
      ),
    byId: (id) => templates.find((one) => one.id === id),
    usable(businessAccountId, name, language) {
      const template = find(businessAccountId, name, language);
      if (template?.status === "PAUSED") throw new GraphRefusal("templatePaused");
      if (template?.status === "DISABLED") throw new GraphRefusal("templateDisabled");
      if (template?.status === "APPROVED") return template;
      if (template?.approved !== undefined) return { ...template, components: template.approved };
      throw new GraphRefusal("templateUnknown", `template name (${name}) does not exist in ${language}`);
    },
    create(businessAccountId, body) {
      const wanted = readNewTemplate(body, samples);
      if (find(businessAccountId, wanted.name, wanted.language) !== undefined) {
        throw new GraphRefusal("invalidParameter", "There is already content in this language for this template.");
      }
      const template: Template = { ...wanted, id: makeNumericId(), businessAccountId, status: "PENDING" };
      templates.push(template);
      return template;
    },
    remove(businessAccountId, name, id) {
      const before = templates.length;
      templates = templates.filter(
        (one) =>
          one.businessAccountId !== businessAccountId || one.name !== name || (id !== undefined && one.id !== id),
      );
      return templates.length < before;
    },
    restore(kept) {
      templates = [...kept];
    },
    all: () => templates,
    samples,
  };
}

/** The same at every start: the demo's database contains these ids. */
function readyId(businessAccountId: string, index: number): string {
  return `${businessAccountId.slice(0, -3)}${businessAccountId.slice(-1)}${10 + index}`;
}

const CATEGORIES = ["MARKETING", "UTILITY", "AUTHENTICATION"];

function readNewTemplate(
  body: Fields,
  samples: ReadonlySet<string>,
): Pick<Template, "name" | "language" | "category" | "components"> {
  const name = readText(body.name, "name", 512);
  if (!/^[a-z0-9_]+$/.test(name)) throw new GraphRefusal("invalidParameter", "Param name may hold only a-z, 0-9 and _");
  const language = readText(body.language, "language", 15);
  const category = readText(body.category, "category", 20).toUpperCase();
  if (!CATEGORIES.includes(category))
    throw new GraphRefusal("invalidParameter", `Param category must be one of {${CATEGORIES.join(", ")}}`);
  const components = readList(body.components, "components", { min: 1, max: 10 }).filter(isObject);
  if (category !== "AUTHENTICATION") checkComponents(components, samples);
  return { name, language, category, components };
}

/** Meta's checks before the review: the header's sample, the body's length, and an example for every variable. */
export function checkComponents(components: readonly Fields[], samples: ReadonlySet<string>): void {
  checkHeader(componentOf(components, "HEADER"), samples);
  const body = componentOf(components, "BODY");
  const text = readText(body?.text, "components BODY text", 1_024);
  const wanted = new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((match) => match[1])).size;
  const example = isObject(body?.example) ? body.example.body_text : undefined;
  const given = Array.isArray(example) && Array.isArray(example[0]) ? example[0].length : 0;
  if (wanted !== given && (wanted > 0 || given > 0))
    throw new GraphRefusal(
      "invalidParameter",
      "Message template components param is missing expected field(s): example",
    );
  if (/^\s*\{\{|\}\}\s*$/.test(text))
    throw new GraphRefusal("invalidParameter", "Variables can't be at the start or end of the template.");
}

function checkHeader(header: Fields | undefined, samples: ReadonlySet<string>): void {
  if (header === undefined || asText(header.format).toUpperCase() !== "IMAGE") return;
  const handles = isObject(header.example) ? header.example.header_handle : undefined;
  const handle: unknown = Array.isArray(handles) ? handles[0] : undefined;
  if (typeof handle !== "string" || !samples.has(handle))
    throw new GraphRefusal(
      "invalidParameter",
      "Message template component HEADER of format IMAGE needs a sample handle",
    );
}

/** Fills in a template; throws 132000 for a wrong number of variables, 132012 without its picture. */
export function previewTemplate(template: Template, sent: Fields): TemplatePreview {
  const given = Array.isArray(sent.components) ? sent.components.filter(isObject) : [];
  const header = componentOf(template.components, "HEADER");
  const body = asText(componentOf(template.components, "BODY")?.text);
  const footer = componentOf(template.components, "FOOTER")?.text;
  const headerParameters = parametersOf(given, "header");
  const media = headerParameters.find((parameter) => parameter.type !== "text");
  const format = asText(header?.format).toUpperCase();
  if (format === "IMAGE" && asText(media?.type).toLowerCase() !== "image")
    throw new GraphRefusal("parameterFormat", "header: Format mismatch, expected IMAGE, received UNKNOWN");
  return {
    ...(typeof header?.text === "string" ? { header: fillIn(header.text, headerParameters, "header") } : {}),
    ...(media === undefined ? {} : { headerMedia: mediaOf(media) }),
    body: fillIn(body, parametersOf(given, "body"), "body"),
    ...(typeof footer === "string" ? { footer } : {}),
    buttons: buttonsOf(template, given),
  };
}

function fillIn(text: string, parameters: readonly Fields[], part: string): string {
  const names = [...new Set([...text.matchAll(/\{\{\s*([\w]+)\s*\}\}/g)].map((match) => match[1] ?? ""))];
  if (names.length !== parameters.length) {
    throw new GraphRefusal(
      "parameterCount",
      `${part}: number of localizable_params (${parameters.length}) does not match the expected number of params (${names.length})`,
    );
  }
  return names.reduce((filled, name, index) => {
    const parameter = parameters.find((one) => one.parameter_name === name) ?? parameters[index];
    return filled.replaceAll(new RegExp(`\\{\\{\\s*${name}\\s*\\}\\}`, "g"), () => valueOf(parameter));
  }, text);
}

function valueOf(parameter: Fields | undefined): string {
  if (isObject(parameter?.currency)) return asText(parameter.currency.fallback_value);
  if (isObject(parameter?.date_time)) return asText(parameter.date_time.fallback_value);
  return asText(parameter?.text);
}

function mediaOf(parameter: Fields): { kind: string; id?: string; link?: string } {
  const kind = asText(parameter.type);
  const media = isObject(parameter[kind]) ? parameter[kind] : {};
  return {
    kind,
    ...(media.id === undefined ? {} : { id: asText(media.id) }),
    ...(media.link === undefined ? {} : { link: asText(media.link) }),
  };
}

function buttonsOf(template: Template, given: readonly Fields[]): TemplatePreview["buttons"] {
  const buttons = componentOf(template.components, "BUTTONS")?.buttons;
  if (!Array.isArray(buttons)) return [];
  return buttons.filter(isObject).map((button, index) => {
    const sent = given.find(
      (component) => asText(component.type).toLowerCase() === "button" && asText(component.index) === asText(index),
    );
    const parameter = Array.isArray(sent?.parameters) ? sent.parameters.find(isObject) : undefined;
    const text = asText(button.text);
    const kind = asText(button.type);
    if (kind === "QUICK_REPLY") return { kind, text, payload: asText(parameter?.payload, text) };
    const url =
      typeof button.url === "string" ? button.url.replace(/\{\{\s*1\s*\}\}/, asText(parameter?.text)) : undefined;
    return { kind, text, ...(url === undefined ? {} : { url }) };
  });
}

function componentOf(components: readonly Fields[], type: string): Fields | undefined {
  return components.find((component) => asText(component.type).toUpperCase() === type);
}

function parametersOf(given: readonly Fields[], part: string): Fields[] {
  const component = given.find((one) => asText(one.type).toLowerCase() === part);
  return Array.isArray(component?.parameters) ? component.parameters.filter(isObject) : [];
}
