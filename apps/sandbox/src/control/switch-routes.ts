import type { FastifyInstance } from "fastify";
import { behaviourNames, specialNumber } from "../whatsapp/behaviours.ts";
import { type Channel, digitsOf } from "../whatsapp/channel.ts";
import { changeEnvelope } from "../whatsapp/envelope.ts";
import { graphErrorCode, graphErrorNames, isGraphErrorName } from "../whatsapp/graph-errors.ts";
import { readyCustomers } from "../whatsapp/ready-customers.ts";
import type { ForcedAnswer } from "../whatsapp/switches.ts";
import type { WhatsAppSandbox } from "../whatsapp/whatsapp-sandbox.ts";
import { ControlRefusal, channelOf, fieldsOf, numberField } from "./control-request.ts";

const ANSWERS = ["slow", "hang", "hangTaken", "cut"] as const;

/** The switches: timing, limits, forced errors, tokens; and webhooks other than messages. */
export async function switchRoutes(
  app: FastifyInstance,
  { sandbox, mailDir }: { sandbox: WhatsAppSandbox; mailDir: string | undefined },
): Promise<void> {
  app.get("/state", async () => presentState(sandbox, mailDir));
  app.patch("/switches", async (request) => {
    const fields = fieldsOf(request);
    const { switches } = sandbox;
    if (typeof fields.autoRead === "boolean") switches.autoRead = fields.autoRead;
    if (typeof fields.pairLimit === "boolean") switches.pairLimit = fields.pairLimit;
    if (fields.throughputPerSecond === null) switches.throughputPerSecond = undefined;
    else if (fields.throughputPerSecond !== undefined) {
      switches.throughputPerSecond = numberField(fields, "throughputPerSecond", { min: 1, max: 100_000 });
    }
    for (const name of ["sentMs", "deliveredMs", "readMs"] as const) {
      if (fields[name] !== undefined) switches.timing[name] = numberField(fields, name, { min: 0, max: 3_600_000 });
    }
    if (fields.reviewMs !== undefined) switches.reviewMs = numberField(fields, "reviewMs", { min: 0, max: 3_600_000 });
    sandbox.news.panelChanged();
    return presentState(sandbox, mailDir);
  });
  app.post("/force", async (request) => {
    const fields = fieldsOf(request);
    const left = numberField(fields, "count", { min: 1, max: 1_000_000, otherwise: 1 });
    const on = fields.on === "media" ? "media" : "messages";
    sandbox.switches.forced.push({ what: readForced(fields.error), left, on });
    sandbox.news.panelChanged();
    return presentState(sandbox, mailDir);
  });
  app.delete("/force", async () => {
    sandbox.switches.forced = [];
    sandbox.news.panelChanged();
    return presentState(sandbox, mailDir);
  });
  app.post("/reset", async () => {
    reset(sandbox);
    return presentState(sandbox, mailDir);
  });
  await app.register(channelRoutes, { sandbox, mailDir });
}

async function channelRoutes(
  app: FastifyInstance,
  { sandbox, mailDir }: { sandbox: WhatsAppSandbox; mailDir: string | undefined },
): Promise<void> {
  app.patch<{ Params: { channel: string } }>("/channels/:channel", async (request) => {
    const channel = channelOf(sandbox, request.params.channel);
    const { tokenExpired, quality, limit } = fieldsOf(request);
    // A token gives access to all of its numbers.
    const sharing = sandbox.channels.all.filter(({ accessToken }) => accessToken === channel.accessToken);
    if (typeof tokenExpired === "boolean") for (const one of sharing) one.tokenExpired = tokenExpired;
    const rated = QUALITIES.find((one) => one === quality);
    if (rated !== undefined) channel.quality = rated;
    if (typeof limit === "string") notifyOfLimit(sandbox, channel, limit);
    sandbox.news.panelChanged();
    return presentState(sandbox, mailDir);
  });
  app.post<{ Params: { channel: string } }>("/channels/:channel/handshake", async (request) =>
    shakeHands(channelOf(sandbox, request.params.channel)),
  );
  app.post<{ Params: { channel: string } }>("/channels/:channel/webhooks", async (request) => {
    const channel = channelOf(sandbox, request.params.channel);
    const { field, value, payload } = fieldsOf(request);
    if (payload === undefined && typeof field !== "string")
      throw new ControlRefusal(400, "give field and value, or a whole payload");
    const body = payload ?? changeEnvelope(channel, String(field), value ?? {});
    return { delivery: sandbox.webhooks.post(channel, body, typeof field === "string" ? field : "payload").id };
  });
}

const QUALITIES = ["GREEN", "YELLOW", "RED"] as const;

/** Meta notifies the business of a new limit. */
function notifyOfLimit(sandbox: WhatsAppSandbox, channel: Channel, limit: string): void {
  const event = limit < channel.limit ? "DOWNGRADE" : "UPGRADE";
  channel.limit = limit;
  const value = { display_phone_number: digitsOf(channel.displayPhoneNumber), event, current_limit: limit };
  sandbox.webhooks.post(channel, changeEnvelope(channel, "phone_number_quality_update", value), "number quality");
}

/** Resets to the state of the first start: the ready customers, no chats, no switches. */
function reset(sandbox: WhatsAppSandbox): void {
  sandbox.phoneBook.clear();
  sandbox.requests.clear();
  sandbox.refusals.clear();
  Object.assign(sandbox.switches, { forced: [], autoRead: false, pairLimit: false, throughputPerSecond: undefined });
  Object.assign(sandbox.aiSwitches, { trouble: null, left: 0 });
  for (const channel of sandbox.channels.all) channel.tokenExpired = false;
  for (const customer of readyCustomers) sandbox.phoneBook.add({ ...customer, origin: "ready" });
  sandbox.news.chatChanged("");
  sandbox.news.panelChanged();
}

function presentState(sandbox: WhatsAppSandbox, mailDir: string | undefined): object {
  const { forced, timing, autoRead, pairLimit, throughputPerSecond } = sandbox.switches;
  return {
    channels: sandbox.channels.all.map(({ phoneNumberId, displayPhoneNumber, name, tokenExpired, webhookUrl }) => ({
      phoneNumberId,
      displayPhoneNumber,
      name,
      tokenExpired,
      webhookUrl,
    })),
    switches: { timing, autoRead, pairLimit, throughputPerSecond: throughputPerSecond ?? null },
    forced: forced.map(({ what, left, on }) => ({ error: "error" in what ? what.error : what.answer, left, on })),
    errors: [
      ...graphErrorNames.map((name) => ({ name, code: graphErrorCode(name) })),
      ...ANSWERS.map((name) => ({ name, code: 0 })),
    ],
    behaviours: behaviourNames.map((name) => ({ name, phone: specialNumber(name) })),
    waitingWebhooks: sandbox.webhooks.waiting(),
    requests: sandbox.requests.total(),
    mails: mailDir !== undefined,
  };
}

function readForced(name: unknown): ForcedAnswer {
  const answer = ANSWERS.find((one) => one === name);
  if (answer !== undefined) return { answer };
  if (typeof name === "string" && isGraphErrorName(name)) return { error: name };
  const byCode = graphErrorNames.find((one) => String(graphErrorCode(one)) === String(name));
  if (byCode !== undefined) return { error: byCode };
  throw new ControlRefusal(400, `unknown error "${String(name)}"`);
}

/** Meta's check of a webhook address: the challenge must be returned unchanged. */
async function shakeHands(channel: Channel): Promise<object> {
  const url = new URL(channel.webhookUrl);
  const challenge = String(Math.floor(Math.random() * 1e10));
  url.searchParams.set("hub.mode", "subscribe");
  url.searchParams.set("hub.verify_token", channel.verifyToken);
  url.searchParams.set("hub.challenge", challenge);
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) });
    const text = await answer.text();
    return { ok: answer.status === 200 && text === challenge, status: answer.status };
  } catch (failure) {
    return { ok: false, status: 0, error: failure instanceof Error ? failure.message : "no answer" };
  }
}
