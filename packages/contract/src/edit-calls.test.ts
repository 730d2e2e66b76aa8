import { expect, test } from "vitest";
import type { z } from "zod";
import { allEndpoints } from "./all-endpoints.ts";
import type { Endpoint } from "./endpoint.ts";
import { definitionOf, fieldsOf } from "./schema-fields.ts";

/** Defaults that empty nothing: instructions of this one call, and secrets, of which an empty one leaves the stored one. */
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

test("no edit puts a default in the place of what it was not sent", () => {
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
