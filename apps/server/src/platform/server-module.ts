import type { FastifyInstance } from "fastify";
import type { Actor } from "#platform/auth/actor";
import type { Settings } from "#platform/config/settings";
import type { Replica } from "#platform/db/replica";
import type { Database } from "#platform/db/transaction";
import type { FileStore } from "#platform/files/file-store";
import type { Binder } from "#platform/http/bind";
import type { AnswerAtOnce } from "#platform/http/server";
import type { JobHandler, JobRequest } from "#platform/jobs/job";
import type { ScheduledWork } from "#platform/jobs/scheduled-work";
import type { Log } from "#platform/log/log";
import type { Reaction } from "#platform/outbox/events";
import type { SecretBox } from "#platform/secrets/secret-box";

/** What every module receives. */
export interface Platform {
  readonly settings: Settings;
  readonly db: Database;
  /** For reads that may be a few seconds stale: see `readingFromReplica`. */
  readonly replica?: Replica | null;
  readonly files: FileStore;
  readonly secrets: SecretBox;
  readonly log: Log;
  /** Enqueues jobs outside of an event, for example to run one again later. */
  enqueue(requests: readonly JobRequest[]): Promise<void>;
}

/** What a module contributes to the server; app.ts lists the modules and puts their parts together. */
export interface ServerModule {
  readonly name: string;
  /** Binds the module's endpoints. */
  routes?(bind: Binder): void;
  /** Hooks that run before every route of the server, including those of other modules. */
  guard?(app: FastifyInstance): void;
  /** Answers visitors' requests before all hooks. */
  readonly answerAtOnce?: AnswerAtOnce;
  /** Plain Fastify routes that are not calls of the contract (provider callbacks). */
  callbacks?(app: FastifyInstance): Promise<void>;
  /** Plain Fastify routes for visitors of published pages; PROCESS=pages serves only these. */
  pages?(app: FastifyInstance): Promise<void>;
  readonly reactions?: readonly Reaction[];
  readonly jobs?: readonly JobHandler[];
  /** Socket rooms that an actor joins beside those of the account, session and organisation. Their names begin with the organisation. */
  rooms?(actor: Actor): readonly string[];
  readonly schedule?: readonly ScheduledWork[];
  /** Loops of a worker process that cannot wait for a schedule; resolves with a function that stops them. */
  startWork?(): Promise<{ stop(): Promise<void> }>;
}
