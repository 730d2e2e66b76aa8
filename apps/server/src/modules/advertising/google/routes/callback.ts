import type { FastifyInstance } from "fastify";
import { hashToken } from "#platform/auth/tokens";
import { AppError } from "#platform/errors/app-error";
import { takeRawBodies } from "#platform/http/raw-bodies";
import { createLocalRateLimit } from "#platform/rate-limit/rate-limit";
import type { Platform } from "#platform/server-module";
import { receiveGoogleLead } from "../actions/receive-google-lead.ts";
import { googleLeadPath, readGoogleLead } from "../rules.ts";

const maxBodyBytes = 256 * 1024;

/**
 * The callback of Google's lead forms: stores first, answers, and makes a lead afterwards. Google retries after a 5xx
 * and gives up after a 4xx, so only calls that will never be accepted get a 4xx.
 */
export async function googleCallback(app: FastifyInstance, { db, settings }: Platform): Promise<void> {
  const wrongKeys = createLocalRateLimit(settings, { points: 20, seconds: 60 });
  const leads = createLocalRateLimit(settings, { points: 600, seconds: 60 });
  // As bytes: ids are longer than a number can be.
  takeRawBodies(app, maxBodyBytes);
  app.post(googleLeadPath, async ({ body, ip }, reply) => {
    const lead = readGoogleLead(Buffer.isBuffer(body) ? body : Buffer.alloc(0));
    if (!lead) return reply.code(400).send({ message: "This is no lead of a Google lead form." });
    if (!(await mayGo(leads.take, hashToken(lead.key).toString("hex"))))
      return reply.code(503).header("retry-after", "60").send({ message: "Too many leads; send them again later." });
    if (await receiveGoogleLead(db, lead)) return reply.code(200).send({});
    await wrongKeys.take(ip);
    return reply.code(403).send({ message: "The key is not known, or switched off." });
  });
}

async function mayGo(take: (key: string) => Promise<void>, key: string): Promise<boolean> {
  try {
    await take(key);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
