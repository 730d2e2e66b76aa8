import type { FastifyInstance } from "fastify";
import { isBehaviourName } from "../whatsapp/behaviours.ts";
import type { Channel } from "../whatsapp/channel.ts";
import { arriveHeld } from "../whatsapp/message-life.ts";
import type { Customer, NewCustomer } from "../whatsapp/phone-book.ts";
import { type Fields, isObject } from "../whatsapp/read-fields.ts";
import { changeNumber, changePreference } from "../whatsapp/receive-from-customer.ts";
import type { WhatsAppSandbox } from "../whatsapp/whatsapp-sandbox.ts";
import { ControlRefusal, type CustomerCall, channelOf, customerOf, fieldsOf, publicUrlOf } from "./control-request.ts";
import { presentCustomer } from "./present.ts";

const MOST_AT_ONCE = 20_000;
const MOST_STRANGERS = 100;

/** People: list, create, change, remove. */
export async function customerRoutes(app: FastifyInstance, { sandbox }: { sandbox: WhatsAppSandbox }): Promise<void> {
  app.get<{ Querystring: Record<string, string> }>("/customers", async (request) => {
    const channel = channelOf(sandbox, request.query.channel);
    return listed(sandbox).map((customer) => presentCustomer(sandbox, customer, channel.phoneNumberId));
  });
  app.post("/customers", async (request, reply) => {
    const fields = fieldsOf(request);
    const channel = channelOf(sandbox, fields.channel);
    if (!Array.isArray(fields.customers)) {
      const customer = makeCustomer(sandbox, channel, fields);
      return reply.code(201).send(presentCustomer(sandbox, customer, channel.phoneNumberId));
    }
    if (fields.customers.length > MOST_AT_ONCE)
      throw new ControlRefusal(400, `at most ${MOST_AT_ONCE} customers at once`);
    const made = fields.customers.filter(isObject).map((one) => makeCustomer(sandbox, channel, one));
    return reply.code(201).send({ made: made.length });
  });
  app.patch<CustomerCall>("/customers/:customer", async (request) => {
    const customer = customerOf(sandbox, request);
    const fields = fieldsOf(request);
    const channel = channelOf(sandbox, fields.channel);
    changeCustomer(sandbox, customer, fields);
    if (typeof fields.phone === "string" && fields.phone !== customer.phone) {
      const phone = readPhone(sandbox, fields.phone);
      changeNumber(sandbox, { channel, customer, publicUrl: publicUrlOf(request) }, phone);
    }
    if (fields.marketing === "stop" || fields.marketing === "resume")
      changePreference(sandbox, channel, customer, fields.marketing);
    if (fields.lastInboundAt !== undefined) setLastInbound(sandbox, { customer, channel }, fields.lastInboundAt);
    sandbox.news.chatChanged(customer.id);
    return presentCustomer(sandbox, customer, channel.phoneNumberId);
  });
  app.delete<CustomerCall>("/customers/:customer", async (request) => {
    const customer = customerOf(sandbox, request);
    sandbox.phoneBook.remove(customer);
    sandbox.news.chatChanged(customer.id);
    return { removed: true };
  });
}

/** All known people and the latest strangers: after a broadcast there are more than a list can show. */
function listed(sandbox: WhatsAppSandbox): Customer[] {
  const customers = sandbox.phoneBook.list();
  const strangers = customers.filter((customer) => customer.origin === "reached").slice(-MOST_STRANGERS);
  return [...customers.filter((customer) => customer.origin !== "reached"), ...strangers];
}

function makeCustomer(sandbox: WhatsAppSandbox, channel: Channel, fields: Fields): Customer {
  const { name, username, userId } = fields;
  if (typeof name !== "string" || name.trim() === "" || name.length > 100)
    throw new ControlRefusal(400, "name is missing or too long");
  const wanted: NewCustomer = { name: name.trim() };
  if (typeof fields.phone === "string" && fields.phone !== "") wanted.phone = readPhone(sandbox, fields.phone);
  if (typeof username === "string" && username !== "") wanted.username = username.slice(0, 60);
  if (typeof userId === "string" && userId !== "") wanted.userId = userId;
  if (wanted.phone === undefined && wanted.username === undefined && wanted.userId === undefined) {
    throw new ControlRefusal(400, "a customer needs a phone or a username");
  }
  const customer = sandbox.phoneBook.add(wanted);
  changeCustomer(sandbox, customer, fields);
  if (fields.lastInboundAt !== undefined) setLastInbound(sandbox, { customer, channel }, fields.lastInboundAt);
  sandbox.news.chatChanged(customer.id);
  return customer;
}

function changeCustomer(sandbox: WhatsAppSandbox, customer: Customer, fields: Fields): void {
  if (typeof fields.name === "string" && fields.name.trim() !== "") customer.name = fields.name.trim().slice(0, 100);
  if (fields.behaviour === null || fields.behaviour === "") delete customer.behaviour;
  else if (typeof fields.behaviour === "string") {
    if (!isBehaviourName(fields.behaviour)) throw new ControlRefusal(400, `unknown behaviour "${fields.behaviour}"`);
    customer.behaviour = fields.behaviour;
  }
  if (typeof fields.online !== "boolean") return;
  const cameBack = fields.online && !customer.online;
  customer.online = fields.online;
  if (cameBack) arriveHeld(sandbox, customer);
}

/** Moves the start of the 24-hour window, so that nobody has to wait a day; null closes it. */
function setLastInbound(
  sandbox: WhatsAppSandbox,
  { customer, channel }: { customer: Customer; channel: Channel },
  at: unknown,
): void {
  const chat = sandbox.chats.open(channel.phoneNumberId, customer);
  if (at === null) {
    delete chat.lastInboundAt;
    delete chat.adEntryAt;
    delete chat.adAnsweredAt;
    return;
  }
  const time = typeof at === "string" ? Date.parse(at) : at;
  if (typeof time !== "number" || Number.isNaN(time))
    throw new ControlRefusal(400, "lastInboundAt must be a time or null");
  chat.lastInboundAt = time;
}

function readPhone(sandbox: WhatsAppSandbox, text: string): string {
  const phone = text.replace(/\D/g, "");
  if (phone.length < 7 || phone.length > 15)
    throw new ControlRefusal(400, "phone must have 7 to 15 digits, country code first");
  if (sandbox.phoneBook.find(phone) !== undefined) throw new ControlRefusal(409, "another customer has this number");
  return phone;
}
