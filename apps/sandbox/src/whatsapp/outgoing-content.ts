import { type AttachedMedia, isMediaKind, type MediaKind, readAttachment } from "./attachment.ts";
import { GraphRefusal } from "./graph-errors.ts";
import { readInteractive } from "./interactive-content.ts";
import { type Fields, isObject, readList, readNumber, readObject, readOptionalText, readText } from "./read-fields.ts";

export interface OutgoingContent {
  kind: string;
  /** The wire's object of that kind, as sent. */
  body: unknown;
  /** All media ids in the message, with the kind each is used as. */
  media: AttachedMedia[];
  /** Set for templates once they have been looked up. */
  category?: string;
}

const CAPTION = 1_024;
/** Reads the part of a send request that its `type` names. */
export function readContent(body: Fields): OutgoingContent {
  // Meta treats a body without a type as a text.
  const kind = body.type === undefined ? "text" : readText(body.type, "type", 40);
  if (isMediaKind(kind)) return readMediaContent(kind, readObject(body[kind], kind));
  if (kind === "text") return plain(kind, readTextBody(readObject(body.text, "text")));
  if (kind === "location") return plain(kind, readLocation(readObject(body.location, "location")));
  if (kind === "contacts") return plain(kind, readContacts(body.contacts));
  if (kind === "reaction") return plain(kind, readReaction(readObject(body.reaction, "reaction")));
  if (kind === "interactive") {
    const interactive = readObject(body.interactive, "interactive");
    return { kind, body: interactive, media: readInteractive(interactive) };
  }
  if (kind === "template") {
    const template = readTemplateSend(readObject(body.template, "template"));
    return { kind, body: template, media: templateMedia(template) };
  }
  throw new GraphRefusal("unsupportedType", `Message type "${kind}" is not supported`);
}

function plain(kind: string, body: unknown): OutgoingContent {
  return { kind, body, media: [] };
}

function readTextBody(text: Fields): Fields {
  readText(text.body, "text['body']", 4_096);
  if (text.preview_url !== undefined && typeof text.preview_url !== "boolean") {
    throw new GraphRefusal("badParameter", "Param text['preview_url'] must be a boolean");
  }
  return text;
}

function readMediaContent(kind: MediaKind, media: Fields): OutgoingContent {
  const attachments = readAttachment(media, kind, kind);
  if (media.caption !== undefined) {
    if (kind === "audio" || kind === "sticker")
      throw new GraphRefusal("invalidParameter", `Unexpected key "caption" on param "${kind}"`);
    readText(media.caption, `${kind}['caption']`, CAPTION);
  }
  if (media.filename !== undefined) {
    if (kind !== "document") throw new GraphRefusal("invalidParameter", `Unexpected key "filename" on param "${kind}"`);
    readText(media.filename, "document['filename']", 240);
  }
  return { kind, body: media, media: attachments };
}

function readLocation(location: Fields): Fields {
  readNumber(location.latitude, "location['latitude']", { min: -90, max: 90 });
  readNumber(location.longitude, "location['longitude']", { min: -180, max: 180 });
  readOptionalText(location.name, "location['name']", 1_000);
  readOptionalText(location.address, "location['address']", 1_000);
  return location;
}

function readContacts(value: unknown): unknown[] {
  const contacts = readList(value, "contacts", { min: 1, max: 257 });
  for (const [index, contact] of contacts.entries()) {
    const path = `contacts[${index}]`;
    const name = readObject(readObject(contact, path).name, `${path}['name']`);
    readText(name.formatted_name, `${path}['name']['formatted_name']`, 1_000);
  }
  return contacts;
}

function readReaction(reaction: Fields): Fields {
  readText(reaction.message_id, "reaction['message_id']", 512);
  // An empty emoji removes the reaction.
  if (typeof reaction.emoji !== "string")
    throw new GraphRefusal("missingParameter", "Param reaction['emoji'] is required");
  if ([...reaction.emoji].length > 12)
    throw new GraphRefusal("badParameter", "Param reaction['emoji'] must be one emoji");
  return reaction;
}

function readTemplateSend(template: Fields): Fields {
  readText(template.name, "template['name']", 512);
  readText(readObject(template.language, "template['language']").code, "template['language']['code']", 15);
  if (template.components === undefined) return template;
  for (const [index, component] of readList(template.components, "template['components']", {
    min: 0,
    max: 30,
  }).entries()) {
    readTemplateComponent(component, `template['components'][${index}]`);
  }
  return template;
}

const COMPONENT_TYPES = ["header", "body", "button", "carousel", "limited_time_offer", "order_status"];

function readTemplateComponent(value: unknown, path: string): void {
  const component = readObject(value, path);
  const type = readText(component.type, `${path}['type']`, 30).toLowerCase();
  if (!COMPONENT_TYPES.includes(type))
    throw new GraphRefusal("badParameter", `Param ${path}['type'] must be one of {${COMPONENT_TYPES.join(", ")}}`);
  if (type === "button") {
    readText(component.sub_type, `${path}['sub_type']`, 30);
    readNumber(component.index, `${path}['index']`, { min: 0, max: 9 });
  }
  if (component.parameters === undefined) return;
  for (const [index, parameter] of readList(component.parameters, `${path}['parameters']`, {
    min: 0,
    max: 1_000,
  }).entries()) {
    readTemplateParameter(parameter, `${path}['parameters'][${index}]`);
  }
}

function readTemplateParameter(value: unknown, path: string): void {
  const parameter = readObject(value, path);
  const type = readText(parameter.type, `${path}['type']`, 30).toLowerCase();
  if (type === "text") readText(parameter.text, `${path}['text']`, 32_768);
  else if (type === "payload") readText(parameter.payload, `${path}['payload']`, 256);
  else if (isMediaKind(type)) readAttachment(parameter[type], type, `${path}['${type}']`);
  else if (type === "currency") readObject(parameter.currency, `${path}['currency']`);
  else if (type === "date_time") readObject(parameter.date_time, `${path}['date_time']`);
}

function templateMedia(template: Fields): AttachedMedia[] {
  const components = Array.isArray(template.components) ? template.components.filter(isObject) : [];
  const parameters: unknown[] = components.flatMap(({ parameters }): unknown[] =>
    Array.isArray(parameters) ? parameters : [],
  );
  return parameters.filter(isObject).flatMap((parameter) => {
    const type = String(parameter.type).toLowerCase();
    return isMediaKind(type) ? readAttachment(parameter[type], type, `template ${type}`) : [];
  });
}
