import type { FastifyRequest } from "fastify";
import type { Channel } from "./channel.ts";
import { GraphRefusal } from "./graph-errors.ts";
import { type Fields, isObject } from "./read-fields.ts";
import type { WhatsAppSandbox } from "./whatsapp-sandbox.ts";

export type Id = { Params: { id: string }; Querystring: Record<string, string> };

/** The channels that the request's token gives access to. Throws 190 if there are none, or all their tokens have expired. */
export function authorised(sandbox: WhatsAppSandbox, request: FastifyRequest): Channel[] {
  const header = request.headers.authorization;
  const query = request.query as Record<string, string>;
  const token = /^(?:Bearer|OAuth) (.*)$/.exec(header ?? "")?.[1]?.trim() ?? query.access_token;
  const channels = token === undefined ? [] : sandbox.channels.byToken(token);
  if (channels.length === 0) throw new GraphRefusal("tokenInvalid");
  const open = channels.filter((channel) => !channel.tokenExpired || channel.newToken === token);
  if (open.length === 0) throw new GraphRefusal("tokenExpired");
  return open;
}

/** The number in the path; throws if the token has no access to it. */
export function authorisedNumber(sandbox: WhatsAppSandbox, request: FastifyRequest<Id>): Channel {
  const channel = authorised(sandbox, request).find((one) => one.phoneNumberId === request.params.id);
  if (channel === undefined) throw objectUnknown(request);
  return channel;
}

export function objectUnknown(request: FastifyRequest<Id>): GraphRefusal {
  const verb = request.method.toLowerCase();
  const details = `Unsupported ${verb} request. Object with ID '${request.params.id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`;
  return new GraphRefusal("objectUnknown", details);
}

/** The body's fields. Forms contain objects as JSON text. */
export function fieldsOf(request: FastifyRequest): Fields {
  if (!isObject(request.body)) throw new GraphRefusal("invalidParameter", "The request body is not a JSON object");
  if (!request.headers["content-type"]?.includes("urlencoded")) return request.body;
  return Object.fromEntries(Object.entries(request.body).map(([name, value]) => [name, parsedField(value)]));
}

export function logRequest(sandbox: WhatsAppSandbox, request: FastifyRequest, status: number): void {
  const { id } = request.params as { id?: string };
  sandbox.requests.add({
    method: request.method,
    path: originalPath(request),
    body: request.body ?? null,
    status,
    ...(id !== undefined && sandbox.channels.byPhoneNumberId(id) !== undefined ? { phoneNumberId: id } : {}),
  });
}

function originalPath(request: FastifyRequest): string {
  return request.originalUrl.split("?")[0] ?? "";
}

function parsedField(value: unknown): unknown {
  if (typeof value !== "string" || !/^[{[]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    throw new GraphRefusal("invalidParameter", "A form field holds broken JSON");
  }
}
