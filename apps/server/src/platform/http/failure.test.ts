import { type FastifyInstance, fastify } from "fastify";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "#platform/errors/app-error";
import { answerFailure } from "./failure.ts";

const reported = (code: string) => Object.assign(new pg.DatabaseError("reported", 0, "error"), { code });
const broken = Object.assign(new Error("This socket has been ended by the other party"), { code: "EPIPE" });

let app: FastifyInstance;
let thrown: unknown;

beforeAll(() => {
  app = fastify();
  app.setErrorHandler(answerFailure);
  app.get("/", async () => {
    throw thrown;
  });
});
afterAll(() => app.close());

async function outcomeOf(error: unknown): Promise<unknown[]> {
  thrown = error;
  const answer = await app.inject("/");
  return [answer.statusCode, answer.json<{ name: string }>().name, answer.headers["retry-after"]];
}

test.each([
  ["a broken connection", broken],
  ["a database that shuts down", reported("57P01")],
  ["a statement that took too long", reported("57014")],
])("%s is answered by an invitation to try again soon", async (_what, error) => {
  expect(await outcomeOf(error)).toEqual([503, "SERVICE_UNAVAILABLE", "5"]);
});

test("a refusal has its own status, and a bug shows nothing of itself", async () => {
  expect(await outcomeOf(new AppError("NOT_FOUND"))).toEqual([404, "NOT_FOUND", undefined]);
  expect(await outcomeOf(reported("42P01"))).toEqual([500, "SYSTEM_ERROR", undefined]);
});
