import { type AttachedMedia, isMediaKind, readAttachment } from "./attachment.ts";
import { GraphRefusal } from "./graph-errors.ts";
import { type Fields, readList, readObject, readOptionalText, readText } from "./read-fields.ts";

const ACTION_PATH = "interactive['action']";

/** Checks an interactive message; returns the media ids of its header. */
export function readInteractive(interactive: Fields): AttachedMedia[] {
  const type = readText(interactive.type, "interactive['type']", 40);
  const action = readObject(interactive.action, ACTION_PATH);
  const check = actionChecks[type];
  if (check === undefined) {
    throw new GraphRefusal(
      "badParameter",
      `Param interactive['type'] must be one of {${Object.keys(actionChecks).join(", ")}}`,
    );
  }
  readBody(interactive, type);
  check(action);
  if (interactive.footer !== undefined) {
    readText(readObject(interactive.footer, "interactive['footer']").text, "interactive['footer']['text']", 60);
  }
  return readHeader(interactive, type);
}

const actionChecks: Record<string, (action: Fields) => void> = {
  button: checkButtons,
  list: checkList,
  cta_url: (action) => {
    requireName(action, "cta_url");
    const parameters = readParameters(action);
    readText(parameters.display_text, `${ACTION_PATH}['parameters']['display_text']`, 20);
    const url = readText(parameters.url, `${ACTION_PATH}['parameters']['url']`, 2_000);
    if (!/^https?:\/\//i.test(url))
      throw new GraphRefusal("badParameter", `Param ${ACTION_PATH}['parameters']['url'] is not a valid URL`);
  },
  product: (action) => {
    readText(action.catalog_id, `${ACTION_PATH}['catalog_id']`, 100);
    readText(action.product_retailer_id, `${ACTION_PATH}['product_retailer_id']`, 100);
  },
  product_list: (action) => {
    readText(action.catalog_id, `${ACTION_PATH}['catalog_id']`, 100);
    for (const section of readSections(action)) readList(section.product_items, "product_items", { min: 1, max: 30 });
  },
  catalog_message: (action) => requireName(action, "catalog_message"),
  location_request_message: (action) => requireName(action, "send_location"),
  flow: (action) => {
    requireName(action, "flow");
    const parameters = readParameters(action);
    readText(parameters.flow_cta, `${ACTION_PATH}['parameters']['flow_cta']`, 30);
    if ((parameters.flow_id === undefined) === (parameters.flow_name === undefined)) {
      throw new GraphRefusal("badParameter", "A flow is named by exactly one of flow_id and flow_name");
    }
  },
};

function checkButtons(action: Fields): void {
  const buttons = readList(action.buttons, `${ACTION_PATH}['buttons']`, { min: 1, max: 3 });
  const replies = buttons.map((button, index) => {
    const path = `${ACTION_PATH}['buttons'][${index}]`;
    const reply = readObject(readObject(button, path).reply, `${path}['reply']`);
    return {
      id: readText(reply.id, `${path}['reply']['id']`, 256),
      title: readText(reply.title, `${path}['reply']['title']`, 20),
    };
  });
  requireDistinct(
    replies.map((reply) => reply.id),
    "button ids",
  );
  requireDistinct(
    replies.map((reply) => reply.title),
    "button titles",
  );
}

function checkList(action: Fields): void {
  readText(action.button, `${ACTION_PATH}['button']`, 20);
  const sections = readSections(action);
  const rows = sections.flatMap((section, index) => {
    const path = `${ACTION_PATH}['sections'][${index}]`;
    if (sections.length > 1) readText(section.title, `${path}['title']`, 24);
    return readList(section.rows, `${path}['rows']`, { min: 1, max: 10 });
  });
  if (rows.length > 10)
    throw new GraphRefusal("badParameter", `Total row count exceed max allowed count: 10, has ${rows.length}`);
  const ids = rows.map((row, index) => {
    const fields = readObject(row, `row ${index}`);
    readText(fields.title, `row ${index}['title']`, 24);
    readOptionalText(fields.description, `row ${index}['description']`, 72);
    return readText(fields.id, `row ${index}['id']`, 200);
  });
  requireDistinct(ids, "row ids");
}

function readBody(interactive: Fields, type: string): void {
  if (type === "product" && interactive.body === undefined) return;
  const body = readObject(interactive.body, "interactive['body']");
  readText(body.text, "interactive['body']['text']", type === "list" ? 4_096 : 1_024);
}

function readHeader(interactive: Fields, type: string): AttachedMedia[] {
  if (interactive.header === undefined) {
    if (type === "product_list") throw new GraphRefusal("missingParameter", "Param interactive['header'] is required");
    return [];
  }
  const header = readObject(interactive.header, "interactive['header']");
  const kind = readText(header.type, "interactive['header']['type']", 20);
  if (kind === "text") {
    readText(header.text, "interactive['header']['text']", 60);
    return [];
  }
  if (!isMediaKind(kind) || kind === "audio" || kind === "sticker") {
    throw new GraphRefusal(
      "badParameter",
      "Param interactive['header']['type'] must be one of {text, image, video, document}",
    );
  }
  return readAttachment(header[kind], kind, `interactive['header']['${kind}']`);
}

function readSections(action: Fields): Fields[] {
  const sections = readList(action.sections, `${ACTION_PATH}['sections']`, { min: 1, max: 10 });
  return sections.map((section, index) => readObject(section, `${ACTION_PATH}['sections'][${index}]`));
}

function readParameters(action: Fields): Fields {
  return readObject(action.parameters, `${ACTION_PATH}['parameters']`);
}

function requireName(action: Fields, name: string): void {
  if (action.name !== name)
    throw new GraphRefusal("badParameter", `Param ${ACTION_PATH}['name'] must be one of {${name}}`);
}

function requireDistinct(values: readonly string[], what: string): void {
  if (new Set(values).size !== values.length) throw new GraphRefusal("badParameter", `Duplicated ${what}`);
}
