import type { FastifyRequest } from "fastify";
import type { Channel } from "../whatsapp/channel.ts";
import type { Customer } from "../whatsapp/phone-book.ts";
import { type Fields, isObject } from "../whatsapp/read-fields.ts";
import type { WhatsAppSandbox } from "../whatsapp/whatsapp-sandbox.ts";

/** A refused control call, with its status. */
export class ControlRefusal extends Error {
  readonly statusCode: number;

  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

export type CustomerCall = { Params: { customer: string }; Querystring: Record<string, string> };

export function fieldsOf(request: FastifyRequest): Fields {
  if (request.body === undefined || request.body === null) return {};
  if (!isObject(request.body)) throw new ControlRefusal(400, "the body must be a JSON object");
  return request.body;
}

/** By id, number or business-scoped user id. */
export function customerOf(sandbox: WhatsAppSandbox, request: FastifyRequest<CustomerCall>): Customer {
  const customer = sandbox.phoneBook.find(request.params.customer);
  if (customer === undefined) throw new ControlRefusal(404, "no such customer");
  return customer;
}

/** The channel that the call names (`channel` in the query or body), or the first. */
export function channelOf(sandbox: WhatsAppSandbox, named: unknown): Channel {
  const channel = sandbox.channels.pick(typeof named === "string" ? named : undefined);
  if (channel === undefined) throw new ControlRefusal(404, "no such channel");
  return channel;
}

export function publicUrlOf(request: FastifyRequest): string {
  return `http://${request.host}`;
}

export function numberField(
  fields: Fields,
  name: string,
  limits: { min: number; max: number; otherwise?: number },
): number {
  const value = fields[name] ?? limits.otherwise;
  if (typeof value !== "number" || !(value >= limits.min && value <= limits.max)) {
    throw new ControlRefusal(400, `${name} must be a number from ${limits.min} to ${limits.max}`);
  }
  return value;
}
