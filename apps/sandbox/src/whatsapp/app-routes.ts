import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Channel } from "./channel.ts";
import { GraphRefusal } from "./graph-errors.ts";
import { authorised, type Id, logRequest } from "./graph-request.ts";
import type { WhatsAppSandbox } from "./whatsapp-sandbox.ts";

const LARGEST_SAMPLE = 16 * 1_024 * 1_024;
const SAMPLE_TYPES = ["image/jpeg", "image/jpg", "image/png", "video/mp4", "application/pdf"];
const SCOPES = ["whatsapp_business_messaging", "whatsapp_business_management"];

/** Calls for an app: checking a token, and uploading samples for templates. */
export async function appRoutes(app: FastifyInstance, { sandbox }: { sandbox: WhatsAppSandbox }): Promise<void> {
  /** Upload sessions with the announced size. */
  const sessions = new Map<string, number>();
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: LARGEST_SAMPLE }, (_request, body, done) =>
    done(null, body),
  );
  app.get<{ Querystring: Record<string, string> }>("/debug_token", async (request) => {
    const data = describeToken(sandbox, request);
    logRequest(sandbox, request, 200);
    return { data };
  });
  app.post<Id>("/:id/uploads", async (request) => {
    const { file_length: length, file_type: type } = request.query;
    const [channel] = authorised(sandbox, request);
    if (channel?.appId !== undefined && channel.appId !== request.params.id)
      throw new GraphRefusal("objectUnknown", `Object with ID '${request.params.id}' does not exist`);
    if (!(Number(length) > 0) || type === undefined)
      throw new GraphRefusal("invalidParameter", "Param file_length and file_type are required");
    if (!SAMPLE_TYPES.includes(type)) throw new GraphRefusal("invalidParameter", "Param file_type is not supported");
    const session = `upload:${randomBytes(12).toString("hex")}`;
    sessions.set(session, Number(length));
    logRequest(sandbox, request, 200);
    return { id: session };
  });
  app.post<Id>("/:id(^upload:[0-9a-f]+$)", async (request) => {
    authorised(sandbox, request);
    const length = sessions.get(request.params.id);
    sessions.delete(request.params.id);
    if (length === undefined) throw new GraphRefusal("objectUnknown", "The upload session does not exist or has ended");
    if (!Buffer.isBuffer(request.body) || request.body.length !== length)
      throw new GraphRefusal("invalidParameter", "The file is not as long as was announced");
    const handle = `4::${randomBytes(12).toString("base64url")}`;
    sandbox.templates.samples.add(handle);
    return { h: handle };
  });
}

/** The app itself calls this, with `id|secret` as its token. */
function describeToken(sandbox: WhatsAppSandbox, request: FastifyRequest): object {
  const asking = /^Bearer (\d+)\|(.+)$/.exec(request.headers.authorization ?? "");
  const [appId, secret] = [asking?.[1] ?? "", asking?.[2] ?? ""];
  const ofApp = (channel: Channel) => channel.appSecret === secret && (channel.appId ?? appId) === appId;
  if (!sandbox.channels.all.some(ofApp))
    throw new GraphRefusal(
      "tokenInvalid",
      "Error validating application. Cannot get application info due to a system error.",
    );
  const { input_token: token = "" } = request.query as Record<string, string>;
  const channels = sandbox.channels.byToken(token);
  const [channel] = channels;
  if (channel === undefined)
    return { is_valid: false, scopes: [], error: { code: 190, message: "Invalid OAuth access token." } };
  if (!channels.some(ofApp))
    throw new GraphRefusal("invalidParameter", "The App_id in the input_token did not match the Viewing App");
  if (channel.tokenExpired && token !== channel.newToken)
    return { app_id: appId, is_valid: false, scopes: SCOPES, error: { code: 190, message: "Session has expired." } };
  return { app_id: appId, type: "SYSTEM_USER", is_valid: true, expires_at: 0, scopes: SCOPES };
}
