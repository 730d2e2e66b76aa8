import { publicTalkDays } from "@homeroom/contract/gpt";
import { RecordId } from "@homeroom/contract/ids";
import type { AssistantPublicMessageTable, AssistantPublicSessionTable } from "@homeroom/database/assistant-tables";
import { type Selectable, sql } from "kysely";
import { v7 } from "uuid";
import { timeZoneOf } from "#modules/organizations/public";
import { hashToken } from "#platform/auth/tokens";
import { dayOf } from "#platform/clock/days";
import { findRow } from "#platform/db/find-row";
import { organizationScope, type Scope } from "#platform/db/scope";
import { type Database, inSystemTransaction, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { type AgentAnswer, AgentError } from "../port.ts";
import { type Agent, agentOfKey, loadAgent } from "../queries/agents.ts";
import { maxAnswerLength } from "../rules/instructions.ts";
import { type Assistant, accessOf, personSign, providerOf } from "./assistant.ts";
import { recordTrouble } from "./record-trouble.ts";
import { recordUsage } from "./record-usage.ts";

/** How much of the history is sent with a question. */
const messagesRead = 20;

export interface PublicPage {
  scope: Scope;
  agent: Agent;
}

/** The agent and organisation of a public page. Throws NOT_FOUND for an unknown or revoked key. */
export async function publicPage({ db }: { db: Database }, key: string): Promise<PublicPage> {
  const found = await agentOfKey(db, hashToken(key));
  if (!found) throw new AppError("NOT_FOUND");
  const scope = organizationScope(found.organizationId);
  return { scope, agent: await inTransaction(db, scope, (tx) => loadAgent(tx, scope, found.agentId)) };
}

/**
 * Answers a visitor of a public page. The question is stored before the agent is called, and the answer afterwards.
 * The agent gets only its own instructions and this session, and can only answer. Throws
 * GPT_NOT_ANSWERING.
 */
export async function answerVisitor(
  assistant: Assistant,
  { scope, agent }: PublicPage,
  asked: { sessionId: RecordId | undefined; content: string },
): Promise<{ sessionID: RecordId; answer: string }> {
  const { db } = assistant.platform;
  if (agent.attention_at) throw new AppError("GPT_NOT_ANSWERING");
  const begun = await inTransaction(db, scope, (tx) => begin(tx, scope, { agent, ...asked }));
  const answer = await ask(assistant, { scope, agent, ...begun, content: asked.content });
  const text = answer.kind === "said" ? answer.text.slice(0, maxAnswerLength) : "";
  if (text === "") throw new AppError("GPT_NOT_ANSWERING");
  const sessionID = begun.session.session_id;
  await inTransaction(db, scope, async (tx) => {
    const session = await append(tx, scope, { agent, sessionId: sessionID, role: "assistant", text });
    // The agent or the session was deleted meanwhile: the visitor still gets the answer.
    if (!session) return;
    await tx
      .updateTable("assistant_public_session")
      .set({ provider_conversation: answer.conversation })
      .where("organization_id", "=", scope.organizationId)
      .where("session_id", "=", sessionID)
      .execute();
    await recordUsage(tx, scope, {
      agentId: agent.agent_id,
      day: await today(tx, scope, agent),
      what: "publicAnswers",
    });
  });
  return { sessionID, answer: text };
}

interface StartedAnswer {
  session: PublicSession;
  past: PublicMessage[];
}

async function begin(
  tx: Tx,
  scope: Scope,
  { agent, sessionId, content }: { agent: Agent; sessionId: RecordId | undefined; content: string },
): Promise<StartedAnswer> {
  const id = sessionId ?? RecordId.parse(v7());
  if (!sessionId)
    await tx
      .insertInto("assistant_public_session")
      .values({
        organization_id: scope.organizationId,
        session_id: id,
        agent_id: agent.agent_id,
        provider_conversation: null,
      })
      .execute();
  const past = sessionId ? await publicTalk(tx, scope, { sessionId: id, limit: messagesRead }) : [];
  const session = await append(tx, scope, { agent, sessionId: id, role: "visitor", text: content });
  if (!session) throw new AppError("NOT_FOUND");
  return { session, past };
}

/** Appends a message to a session; undefined if there is no such session. */
async function append(
  tx: Tx,
  scope: Scope,
  said: { agent: Agent; sessionId: RecordId; role: "visitor" | "assistant"; text: string },
): Promise<PublicSession | undefined> {
  const session = await tx
    .updateTable("assistant_public_session")
    .set({ last_position: sql`last_position + 1`, last_at: new Date() })
    .where("organization_id", "=", scope.organizationId)
    .where("agent_id", "=", said.agent.agent_id)
    .where("session_id", "=", said.sessionId)
    .returningAll()
    .executeTakeFirst();
  if (!session) return undefined;
  await tx
    .insertInto("assistant_public_message")
    .values({
      organization_id: scope.organizationId,
      session_id: said.sessionId,
      position: session.last_position,
      role: said.role,
      text: said.text,
    })
    .execute();
  return session;
}

async function ask(
  assistant: Assistant,
  { scope, agent, session, past, content }: PublicPage & StartedAnswer & { content: string },
): Promise<AgentAnswer> {
  const { db } = assistant.platform;
  try {
    return await providerOf(assistant, agent.type).answer(accessOf(assistant, agent, { mayHandOver: false }), {
      past: past.map(({ role, text }) => ({ role: role === "visitor" ? "customer" : "centre", text })),
      text: content,
      conversation: session.provider_conversation,
      person: personSign(assistant, session.session_id),
      mayHandOver: false,
    });
  } catch (error) {
    if (!(error instanceof AgentError)) throw error;
    const { problem } = error;
    await inTransaction(db, scope, async (tx) =>
      recordTrouble(tx, scope, { agent, day: await today(tx, scope, agent), problem, asked: true }),
    );
    throw new AppError("GPT_NOT_ANSWERING", {}, { cause: error });
  }
}

async function today(tx: Tx, scope: Scope, agent: Agent): Promise<string> {
  return dayOf(new Date(), await timeZoneOf(tx, scope, agent.branch_id));
}

/** What a visitor sees when the page opens: the latest messages of their session, if they name one of this page. */
export function visitorTalk(
  db: Database,
  { scope, agent }: PublicPage,
  sessionId: RecordId | undefined,
): Promise<PublicMessage[]> {
  if (!sessionId) return Promise.resolve([]);
  return inTransaction(db, scope, async (tx) => {
    const session = await publicSession(tx, scope, { agentId: agent.agent_id, sessionId });
    return session ? publicTalk(tx, scope, { sessionId, limit: 100 }) : [];
  });
}

const sessionsAtOnce = 500;

/** Removes old sessions of public pages, in all organisations. */
export async function removeOldPublicTalk(db: Database): Promise<void> {
  for (let removed = sessionsAtOnce; removed === sessionsAtOnce; ) {
    removed = await inSystemTransaction(db, async (tx) => {
      const gone = await sql`
        delete from assistant_public_session where ctid = any(array(select ctid from assistant_public_session
          where last_at < now() - make_interval(days => ${publicTalkDays}) limit ${sessionsAtOnce}))`.execute(tx);
      return Number(gone.numAffectedRows ?? 0);
    });
  }
}

type PublicSession = Selectable<AssistantPublicSessionTable>;

type PublicMessage = Selectable<AssistantPublicMessageTable>;

/** A visitor's session on an agent's public page; undefined when it is not this agent's, or too old. */
function publicSession(
  tx: Tx,
  scope: Scope,
  { agentId, sessionId }: { agentId: RecordId; sessionId: RecordId },
): Promise<PublicSession | undefined> {
  return findRow(tx, scope, "assistant_public_session", { agent_id: agentId, session_id: sessionId });
}

/** The latest messages of a session, oldest first. */
async function publicTalk(
  tx: Tx,
  scope: Scope,
  { sessionId, limit }: { sessionId: RecordId; limit: number },
): Promise<PublicMessage[]> {
  const rows = await tx
    .selectFrom("assistant_public_message")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("session_id", "=", sessionId)
    .orderBy("position", "desc")
    .limit(limit)
    .execute();
  return rows.toReversed();
}
