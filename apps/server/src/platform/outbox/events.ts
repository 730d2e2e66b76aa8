import type { OrganizationId } from "@homeroom/contract/ids";
import type { SocketEvent, SocketPayload } from "@homeroom/contract/sockets";
import type { Schema } from "@homeroom/database/schema";
import type { Transaction } from "kysely";
import type { z } from "zod";
import type { Tx } from "#platform/db/transaction";
import type { JobRequest } from "#platform/jobs/job";
import { currentTraceId } from "#platform/log/trace";

/** Something that happened, named in the past tense: `lead.assigned`. Payloads carry ids and versions, never content. */
export interface EventDefinition<Payload extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly payload: Payload;
}

/** Declares an event of a module. */
export function defineEvent<Payload extends z.ZodObject>(name: string, payload: Payload): EventDefinition<Payload> {
  return { name, payload };
}

export interface EventMeta {
  organizationId: OrganizationId;
  aggregateId: string;
  traceId: string;
}

/** A message to the sockets in any of the rooms. */
export type SocketMessage = {
  [Event in SocketEvent]: { rooms: readonly string[]; event: Event; payload: SocketPayload<Event> };
}[SocketEvent];

/**
 * The effects of an event as pure functions of its payload: jobs to enqueue and socket messages to emit. Both may happen
 * more than once for the same event, so consumers are idempotent.
 */
export interface Reaction<Payload extends z.ZodObject = z.ZodObject> {
  readonly event: EventDefinition<Payload>;
  /**
   * It changes data that a page reads before its socket is connected: a socket that connects just afterwards gets it too
   * (`readLateMessages`), for events of its organisation or of all.
   */
  readonly late?: "own" | "everybody";
  jobs?(payload: z.infer<Payload>, meta: EventMeta): readonly JobRequest[];
  sockets?(payload: z.infer<Payload>, meta: EventMeta): readonly SocketMessage[];
}

/** Keeps a reaction's payload type while it joins the list of all reactions. */
export function reaction<Payload extends z.ZodObject>(definition: Reaction<Payload>): Reaction {
  return definition;
}

/** An event to record: what happened, and to what. */
export interface EventRecord<Payload extends z.ZodObject = z.ZodObject> {
  organizationId: OrganizationId;
  aggregateId: string;
  payload: z.infer<Payload>;
}

/**
 * Records an event in the outbox, in the caller's transaction: it is published after commit, at least once, and in order
 * for one aggregate as long as its writers hold the aggregate's row lock. Throws when the payload does not fit the event.
 */
export function emit<Payload extends z.ZodObject>(
  tx: Tx,
  event: EventDefinition<Payload>,
  about: EventRecord<Payload>,
): Promise<void> {
  return emitAll(tx, event, [about]);
}

/** Records several events of one kind in one statement, in their order. */
export async function emitAll<Payload extends z.ZodObject>(
  tx: Tx,
  event: EventDefinition<Payload>,
  records: readonly EventRecord<Payload>[],
): Promise<void> {
  if (records.length === 0) return;
  const traceId = currentTraceId();
  await (tx as Transaction<Schema>)
    .insertInto("outbox")
    .values(
      records.map((about) => ({
        organization_id: about.organizationId,
        event: event.name,
        aggregate_id: about.aggregateId,
        payload: writtenPayload(event, about.payload),
        trace_id: traceId,
      })),
    )
    .execute();
}

/** The event as stored. A payload that readers could not parse fails here, in the writer's transaction. */
function writtenPayload({ payload }: EventDefinition, value: Record<string, unknown>): string {
  const written = JSON.stringify(value);
  payload.parse(JSON.parse(written));
  return written;
}
