import type { FastifyInstance } from "fastify";
import { type AiTrouble, aiTroubles } from "../ai/ai-switches.ts";
import type { WhatsAppSandbox } from "../whatsapp/whatsapp-sandbox.ts";
import { ControlRefusal, fieldsOf, numberField } from "./control-request.ts";

/** What the stand-ins for AI providers are made to do, and what they were asked. */
export async function aiRoutes(app: FastifyInstance, { sandbox }: { sandbox: WhatsAppSandbox }): Promise<void> {
  app.get("/ai", async () => presentAi(sandbox));
  app.patch("/ai", async (request) => {
    const fields = fieldsOf(request);
    const trouble = fields["trouble"] ?? null;
    const known = aiTroubles.find((one) => one === trouble);
    if (trouble !== null && known === undefined) throw new ControlRefusal(400, "unknown trouble");
    const left = numberField(fields, "count", { min: 1, max: 1_000_000, otherwise: 1 });
    Object.assign(sandbox.aiSwitches, { trouble: known ?? null, left: known ? left : 0 });
    sandbox.news.panelChanged();
    return presentAi(sandbox);
  });
}

const shown = 30;

function presentAi({ aiSwitches, requests }: WhatsAppSandbox): {
  troubles: readonly AiTrouble[];
  trouble: AiTrouble | null;
  left: number;
  requests: object[];
} {
  const asked = requests.list().filter(({ path }) => path.startsWith("/v1/") || path.startsWith("/api/v3/"));
  return { troubles: aiTroubles, ...aiSwitches, requests: asked.slice(-shown).toReversed() };
}
