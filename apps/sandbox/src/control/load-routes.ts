import type { FastifyInstance } from "fastify";
import type { WhatsAppSandbox } from "../whatsapp/whatsapp-sandbox.ts";
import { ControlRefusal, channelOf, fieldsOf, numberField } from "./control-request.ts";
import { type LoadRun, startLoad } from "./load-run.ts";

/** Many inbound messages at a given rate, for benchmarks. One run at a time. */
export async function loadRoutes(app: FastifyInstance, { sandbox }: { sandbox: WhatsAppSandbox }): Promise<void> {
  let run: LoadRun | undefined;
  app.addHook("onClose", async () => run?.stop());
  app.post("/load", async (request, reply) => {
    if (run?.progress().state === "running") throw new ControlRefusal(409, "a load run is under way");
    const fields = fieldsOf(request);
    run = startLoad(sandbox, {
      channel: channelOf(sandbox, fields.channel),
      rate: numberField(fields, "rate", { min: 1, max: 20_000 }),
      count: numberField(fields, "count", { min: 1, max: 5_000_000 }),
      customers: numberField(fields, "customers", { min: 1, max: 1_000_000, otherwise: 100 }),
      batch: numberField(fields, "batch", { min: 1, max: 500, otherwise: 1 }),
      text: typeof fields.text === "string" ? fields.text.slice(0, 500) : "想請問課程時間",
    });
    return reply.code(202).send(run.progress());
  });
  app.get("/load", async () => {
    if (run === undefined) throw new ControlRefusal(404, "no load run yet");
    return run.progress();
  });
  app.delete("/load", async () => {
    run?.stop();
    return { stopped: true };
  });
}
