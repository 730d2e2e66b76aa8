import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { acceptMessage, markRead } from "./accept-message.ts";
import { type Behaviour, behaviourOf } from "./behaviours.ts";
import type { Channel } from "./channel.ts";
import { GraphRefusal } from "./graph-errors.ts";
import { authorisedNumber, fieldsOf, type Id, logRequest } from "./graph-request.ts";
import { isReadReceipt, type OutgoingMessage, readOutgoingMessage, readReceipt } from "./outgoing-message.ts";
import type { Customer } from "./phone-book.ts";
import { takeForced } from "./switches.ts";
import type { WhatsAppSandbox } from "./whatsapp-sandbox.ts";

const SLOW_MS = 3_000;

interface SendCall {
  sandbox: WhatsAppSandbox;
  request: FastifyRequest<Id>;
  reply: FastifyReply;
}

/** POST /{phone number id}/messages and /marketing_messages: every send, and marking as read. */
export async function sendRoutes(app: FastifyInstance, { sandbox }: { sandbox: WhatsAppSandbox }): Promise<void> {
  const send = async (request: FastifyRequest<Id>, reply: FastifyReply) => {
    const channel = authorisedNumber(sandbox, request);
    const body = fieldsOf(request);
    const turn = { sandbox, request, reply };
    if (isReadReceipt(body)) {
      markRead(sandbox, channel, readReceipt(body));
      return answer(turn, { success: true });
    }
    const forced = takeForced(sandbox.switches, "messages");
    if (forced !== undefined) sandbox.news.panelChanged();
    if (forced !== undefined && "error" in forced) throw new GraphRefusal(forced.error);
    const outgoing = readOutgoingMessage(body);
    const known = sandbox.phoneBook.find(outgoing.phone ?? outgoing.userId ?? "");
    if (known !== undefined) refuseWhileItLasts(sandbox, channel, known);
    return answerAs(forced?.answer ?? behaviourOf(known?.behaviour).answer, turn, () =>
      acceptMessage(sandbox, channel, outgoing),
    );
  };
  app.post<Id>("/:id/messages", send);
  app.post<Id>("/:id/marketing_messages", async (request, reply) => {
    requireTemplate(readOutgoingMessage(fieldsOf(request)));
    return send(request, reply);
  });
}

function requireTemplate({ content }: OutgoingMessage): void {
  if (content.kind !== "template") throw new GraphRefusal("badParameter", "Param type must be one of {template}");
}

async function answerAs(how: Behaviour["answer"], turn: SendCall, accept: () => object): Promise<FastifyReply> {
  if (how === undefined) return answer(turn, accept());
  if (how === "slow") {
    await new Promise((resolve) => turn.sandbox.timers.later(SLOW_MS, () => resolve(undefined)));
    return answer(turn, accept());
  }
  if (how !== "hang") accept();
  logRequest(turn.sandbox, turn.request, 0);
  // Fastify no longer answers: the socket stays open silently, or is cut.
  turn.reply.hijack();
  if (how === "cut") turn.request.raw.socket.destroy();
  return turn.reply;
}

function answer({ sandbox, request, reply }: SendCall, body: object): FastifyReply {
  logRequest(sandbox, request, 200);
  return reply.send(body);
}

/** Refuses as the customer's behaviour requires. A limited refusal lets one send through and then starts over. */
function refuseWhileItLasts(sandbox: WhatsAppSandbox, channel: Channel, customer: Customer): void {
  const { refuse } = behaviourOf(customer.behaviour);
  if (refuse === undefined) return;
  if (refuse.times === undefined && refuse.forMs === undefined) throw new GraphRefusal(refuse.error);
  const key = `${channel.phoneNumberId} ${customer.id}`;
  const so = sandbox.refusals.get(key) ?? { times: 0, firstAt: Date.now() };
  const over = refuse.times === undefined ? Date.now() - so.firstAt >= (refuse.forMs ?? 0) : so.times >= refuse.times;
  if (over) {
    sandbox.refusals.delete(key);
    return;
  }
  sandbox.refusals.set(key, { times: so.times + 1, firstAt: so.firstAt });
  throw new GraphRefusal(refuse.error);
}
