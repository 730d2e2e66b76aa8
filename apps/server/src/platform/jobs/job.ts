import type { OrganizationId } from "@homeroom/contract/ids";
import type { z } from "zod";

/** A kind of background work, named in the imperative: `deliver-conversation`. Its data carry ids only. */
export interface JobDefinition<Data extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly data: Data;
  /** Retries, with exponential back-off from `retryDelaySeconds`, up to `maxRetryDelaySeconds` where that is given. */
  readonly retryLimit: number;
  readonly retryDelaySeconds: number;
  readonly maxRetryDelaySeconds?: number;
  /** An attempt that runs longer counts as crashed and is retried. */
  readonly expireInSeconds: number;
  /** How many of them one process runs at a time. */
  readonly concurrency: number;
  /**
   * How many of an organisation's run at a time in all processes, if they call something that may be slow: others then do not wait
   * behind them. Its data name the organisation.
   */
  readonly perOrganization?: number;
  /**
   * An attempt without a heartbeat for this long counts as crashed; without it, only `expireInSeconds`
   * applies.
   */
  readonly heartbeatSeconds?: number;
  /** At most one job per `once` key is queued or running; further requests are dropped. */
  readonly onePerKey?: boolean;
}

/** Declares a job; the defaults are 5 tries, 2 s, 60 s and 4 at a time. */
export function defineJob<Data extends z.ZodObject>(
  name: string,
  data: Data,
  figures: Partial<Omit<JobDefinition, "name" | "data">> = {},
): JobDefinition<Data> {
  return { name, data, retryLimit: 5, retryDelaySeconds: 2, expireInSeconds: 60, concurrency: 4, ...figures };
}

/** A requested job; made with `request`. */
export interface JobRequest {
  readonly job: JobDefinition;
  readonly data: Record<string, unknown>;
  /** Not before this moment. */
  readonly startAfter?: Date;
  /** Deduplicates: one job for all requests with this key within the same `seconds`. */
  readonly once?: { readonly key: string; readonly seconds: number };
}

/** Requests a job with data of its type. */
export function request<Data extends z.ZodObject>(
  job: JobDefinition<Data>,
  data: z.infer<Data>,
  startAfter?: Date,
): JobRequest {
  return { job, data, ...(startAfter && { startAfter }) };
}

/**
 * Requests a job that finds its own work, however often it is requested: one job for each period of
 * `seconds`, organisation and key. It runs when the period is over, so it finds everything requested in it.
 */
export function requestOnce<Data extends z.ZodObject<{ organizationId: typeof OrganizationId }>>(
  job: JobDefinition<Data>,
  data: z.infer<Data>,
  { key, seconds }: { key?: string; seconds: number },
): JobRequest {
  const { organizationId } = data as { organizationId: OrganizationId };
  const once = { key: key === undefined ? organizationId : `${organizationId} ${key}`, seconds };
  // One second longer than the period, for transactions that began in it and commit after it.
  return { job, data, once, startAfter: new Date(Date.now() + (once.seconds + 1) * 1000) };
}

/** Runs one job: a few lines that call one action. Throwing makes the job run again until its tries are used up. */
export interface JobHandler {
  readonly job: JobDefinition;
  run(data: Record<string, unknown>, signal: AbortSignal): Promise<void>;
}

/** Keeps a handler's data type while it joins the list of all handlers. */
export function handler<Data extends z.ZodObject>(
  job: JobDefinition<Data>,
  run: (data: z.infer<Data>, signal: AbortSignal) => Promise<void>,
): JobHandler {
  return {
    job,
    run: (data, signal) => run(job.data.parse(data), signal),
  };
}
