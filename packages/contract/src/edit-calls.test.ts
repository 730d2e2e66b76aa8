import { expect, test } from "vitest";
import type { z } from "zod";
import { allEndpoints } from "./all-endpoints.ts";
import type { Endpoint } from "./endpoint.ts";
import { definitionOf, fieldsOf } from "./schema-fields.ts";

/** Defaults that clear nothing: instructions for the call itself, and secrets, where an empty one keeps the stored one. */
const harmless = [
  "staff.resetPassword.password",
  "leadBulk.tags.add",
  "leadBulk.tags.remove",
  "channels.updateWhatsapp.accessToken",
  "channels.updateWhatsapp.appSecret",
  "channels.updateWhatsapp.renewVerifyToken",
  "line.update.channelSecret",
  "line.update.accessToken",
  "assistant.saveChatgpt.apiKey",
  "assistant.saveDify.apiKey",
  "emailSettings.save.password",
  "emailSettings.save.testID",
  "receiptSettings.save.hashKey",
  "receiptSettings.save.hashIV",
];

const changes = /\/(Edit|Update|Save|Modify|UploadReplyMessageinfo)[^/]*$/;

function isEdit({ method, path }: Endpoint): boolean {
  return method === "PUT" || method === "PATCH" || (method === "POST" && changes.test(path));
}

function hasDefault(field: z.ZodType): boolean {
  const { type, innerType } = definitionOf(field);
  return type === "default" || type === "prefault" || (innerType !== undefined && hasDefault(innerType));
}

test("no edit fills a field that was not sent with a default", () => {
  const defaults = Object.entries(allEndpoints).flatMap(([module, table]) =>
    Object.entries<Endpoint>(table)
      .filter(([, endpoint]) => isEdit(endpoint))
      .flatMap(([name, { request }]) =>
        Object.entries(fieldsOf(request))
          .filter(([, field]) => hasDefault(field))
          .map(([field]) => `${module}.${name}.${field}`),
      ),
  );
  expect(defaults.sort()).toEqual([...harmless].sort());
});
