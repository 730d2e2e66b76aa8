import { LineRefusal } from "./answers.ts";

type Body = Record<string, unknown>;

/** Checks messages like LINE, by messaging-api.yml of line-openapi 6e4c2a2a. Throws LINE's 400. */
export function checkMessages(messages: unknown): Body[] {
  if (!Array.isArray(messages) || messages.length < 1 || messages.length > 5)
    throw invalid("Size must be between 1 and 5", "messages");
  return messages.map((message: unknown, index) => {
    const property = `messages[${index}]`;
    if (!isBody(message)) throw invalid("May not be empty", property);
    checkMessage(message, property);
    return message;
  });
}

function checkMessage(message: Body, at: string): void {
  switch (message.type) {
    case "text":
      return textBetween(message.text, `${at}.text`, 5000);
    case "image":
    case "video":
      fileAddress(message.originalContentUrl, `${at}.originalContentUrl`);
      return fileAddress(message.previewImageUrl, `${at}.previewImageUrl`);
    case "audio":
      fileAddress(message.originalContentUrl, `${at}.originalContentUrl`);
      return number(message.duration, `${at}.duration`);
    case "sticker":
      textBetween(message.packageId, `${at}.packageId`, 20);
      return textBetween(message.stickerId, `${at}.stickerId`, 20);
    case "location":
      textBetween(message.title, `${at}.title`, 100);
      textBetween(message.address, `${at}.address`, 100);
      number(message.latitude, `${at}.latitude`);
      return number(message.longitude, `${at}.longitude`);
    case "template":
      return checkTemplate(message, at);
    case "flex":
      return checkFlex(message, at);
    default:
      throw invalid(
        "Must be one of the following values: [text, image, video, audio, location, sticker, template, flex]",
        `${at}.type`,
      );
  }
}

function checkTemplate(message: Body, at: string): void {
  textBetween(message.altText, `${at}.altText`, 1500);
  const template = isBody(message.template) ? message.template : {};
  if (template.type !== "buttons") throw invalid("Must be buttons in this sandbox", `${at}.template.type`);
  textBetween(template.text, `${at}.template.text`, template.title === undefined ? 160 : 60);
  const actions = Array.isArray(template.actions) ? template.actions : [];
  if (actions.length < 1 || actions.length > 4) throw invalid("Size must be between 1 and 4", `${at}.template.actions`);
  for (const [index, action] of actions.entries()) checkAction(action, `${at}.template.actions[${index}]`);
}

/** A bubble, or a carousel of at most twelve. Only their pictures, texts and buttons are checked. */
function checkFlex(message: Body, at: string): void {
  textBetween(message.altText, `${at}.altText`, 1500);
  const contents = isBody(message.contents) ? message.contents : {};
  const bubbles = contents.type === "carousel" && Array.isArray(contents.contents) ? contents.contents : [contents];
  if (bubbles.length < 1 || bubbles.length > 12) throw invalid("Size must be between 1 and 12", `${at}.contents`);
  for (const [index, bubble] of bubbles.entries()) checkBubble(bubble, `${at}.contents[${index}]`);
}

function checkBubble(bubble: unknown, at: string): void {
  if (!isBody(bubble) || bubble.type !== "bubble") throw invalid("invalid bubble", `${at}.type`);
  for (const part of ["hero", "header", "body", "footer"]) {
    if (bubble[part] !== undefined) checkComponent(bubble[part], `${at}.${part}`);
  }
}

function checkComponent(component: unknown, at: string): void {
  const fields = isBody(component) ? component : {};
  if (fields.action !== undefined) checkAction(fields.action, `${at}.action`);
  if (fields.type === "text") return textBetween(fields.text, `${at}.text`, 2000);
  if (fields.type === "image") return fileAddress(fields.url, `${at}.url`);
  if (fields.type === "button") return checkAction(fields.action, `${at}.action`);
  if (fields.type !== "box") throw invalid("invalid component", `${at}.type`);
  const contents = Array.isArray(fields.contents) ? fields.contents : [];
  for (const [index, inner] of contents.entries()) checkComponent(inner, `${at}.contents[${index}]`);
}

function checkAction(action: unknown, at: string): void {
  const fields = isBody(action) ? action : {};
  textBetween(fields.label, `${at}.label`, 20);
  if (fields.type === "message") return textBetween(fields.text, `${at}.text`, 300);
  if (fields.type === "postback") return textBetween(fields.data, `${at}.data`, 300);
  if (fields.type !== "uri")
    throw invalid("Must be one of the following values: [message, postback, uri]", `${at}.type`);
  textBetween(fields.uri, `${at}.uri`, 1000);
  if (!/^(https?|line|tel):/.test(String(fields.uri))) throw invalid("invalid uri scheme", `${at}.uri`);
}

function textBetween(value: unknown, property: string, most: number): void {
  if (typeof value !== "string" || value === "") throw invalid("May not be empty", property);
  if (value.length > most) throw invalid(`Length must be between 0 and ${most}`, property);
}

/** For this machine, the sandbox also accepts http. */
function fileAddress(value: unknown, property: string): void {
  const isOwn = typeof value === "string" && /^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?\//.test(value);
  if (!isOwn && !(typeof value === "string" && value.startsWith("https://"))) throw invalid("must be https", property);
  if (String(value).length > 2000) throw invalid("Length must be between 0 and 2000", property);
}

function number(value: unknown, property: string): void {
  if (typeof value !== "number" || !Number.isFinite(value)) throw invalid("May not be empty", property);
}

function invalid(message: string, property: string): LineRefusal {
  return new LineRefusal(400, "The request body has 1 error(s)", [{ message, property }]);
}

export function isBody(value: unknown): value is Body {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
