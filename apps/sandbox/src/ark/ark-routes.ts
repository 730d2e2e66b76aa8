import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type AiFailure, hangMs, nextFailure, slowMs } from "../ai/ai-switches.ts";
import { logCalls, wait } from "../ai/log-call.ts";
import { isObject } from "../whatsapp/read-fields.ts";
import type { WhatsAppSandbox } from "../whatsapp/whatsapp-sandbox.ts";
import { drawPicture } from "./draw-picture.ts";

/** The models, and the fewest pixels that each can draw. */
const models: Readonly<Record<string, number>> = {
  "doubao-seedream-4-0-250828": 1280 * 720,
  "doubao-seedream-4-5-251128": 2560 * 1440,
  "doubao-seedream-5-0-260128": 2560 * 1440,
};

const knownKey = /^Bearer ark-(?!wrong)\S{4,}$/;

type Refusal = readonly [status: number, code: string, message: string];

const refusals: Partial<Record<AiFailure, Refusal>> = {
  keyInvalid: [401, "AuthenticationError", "The API key in the request is missing or invalid."],
  permissionMissing: [403, "AccessDenied", "The account may not use this model."],
  modelMissing: [404, "ModelNotOpen", "The account has not activated the model."],
  quotaUsedUp: [429, "QuotaExceeded", "The account has used up its quota for this model."],
  rateLimited: [429, "RateLimitExceeded", "Too many requests."],
  serverError: [500, "InternalServiceError", "The service encountered an unexpected error."],
  unavailable: [503, "ServiceUnavailable", "The service is overloaded."],
  badRequest: [400, "InvalidParameter", "The sandbox was told to refuse this."],
  filtered: [400, "InputTextSensitiveContentDetected", "The prompt may contain sensitive information."],
};

/** The part of Ark's image generation that the image library needs. */
export async function arkRoutes(app: FastifyInstance, { sandbox }: { sandbox: WhatsAppSandbox }): Promise<void> {
  logCalls(app, sandbox.requests);
  app.post("/images/generations", { bodyLimit: 32 * 1024 * 1024 }, async (request, reply) => {
    if (!knownKey.test(request.headers.authorization ?? "")) return refuse(reply, refusals.keyInvalid);
    const fields = isObject(request.body) ? request.body : {};
    const wanted = readRequest(fields);
    if ("refusal" in wanted) return refuse(reply, wanted.refusal);
    const trouble = nextFailure(sandbox.aiSwitches, wanted.prompt);
    await delay(request, trouble);
    if (trouble && refusals[trouble]) return refuse(reply, refusals[trouble]);
    return answerOf(trouble, wanted, fields);
  });
}

async function delay(request: FastifyRequest, trouble: AiFailure | undefined): Promise<void> {
  if (trouble === "slow") await wait(request, slowMs);
  if (trouble === "hang") await wait(request, hangMs);
}

function refuse(reply: FastifyReply, refusal: Refusal = [500, "InternalServiceError", ""]) {
  const [status, code, message] = refusal;
  if (code === "RateLimitExceeded") void reply.header("retry-after", "2");
  return reply.code(status).send({ error: { code, message, type: "BadRequest", param: "" } });
}

interface PictureRequest {
  model: string;
  prompt: string;
  width: number;
  height: number;
  edited: boolean;
}

function readRequest({
  model,
  prompt,
  size,
  image,
  n,
}: Record<string, unknown>): PictureRequest | { refusal: Refusal } {
  const invalid = (message: string) => ({ refusal: [400, "InvalidParameter", message] as const });
  const fewest = models[String(model)];
  if (fewest === undefined) return { refusal: [404, "InvalidEndpointOrModel.NotFound", `No model ${String(model)}.`] };
  if (typeof prompt !== "string" || prompt === "") return invalid("prompt is required");
  if (n !== undefined) return invalid("unknown parameter n");
  const [, width = 0, height = 0] = (/^(\d+)x(\d+)$/.exec(String(size)) ?? []).map(Number);
  if (width * height < fewest || width * height > 4096 * 4096) return invalid(`size ${String(size)} is not valid`);
  return { model: String(model), prompt, width, height, edited: typeof image === "string" };
}

function answerOf(
  trouble: AiFailure | undefined,
  request: PictureRequest,
  { response_format: format }: Record<string, unknown>,
) {
  const { model, width, height } = request;
  const whole = { model, created: Math.floor(Date.now() / 1000), usage: { generated_images: 1, total_tokens: 4096 } };
  if (trouble === "empty") return { ...whole, data: [] };
  if (trouble === "refused") {
    const message = "The generated picture may contain sensitive information.";
    return { ...whole, data: [{ error: { code: "OutputImageSensitiveContentDetected", message } }] };
  }
  const picture = drawPicture(request).toString("base64");
  const content = format === "b64_json" ? { b64_json: picture } : { url: `data:image/png;base64,${picture}` };
  return { ...whole, data: [{ ...content, size: `${width}x${height}` }] };
}
