import type { FastifyInstance } from "fastify";

/** The demo's LINE tag; not secret. */
export const lineTag = { tagId: "1a2b3c4d-0000-4000-8000-00000000d0d0", token: "demo-line-tag-token" } as const;

/** The values that identify a visitor. */
const marks: Readonly<Record<string, RegExp>> = {
  click_id: /./,
  phone: /^[0-9a-f]{64}$/,
  email: /^[0-9a-f]{64}$/,
  line_uid: /^U[0-9a-f]{32}$/,
};

interface ConversionEvent {
  event?: {
    source_type?: string;
    event_type?: string;
    event_timestamp?: number;
    deduplication_key?: string;
    test_flag?: boolean;
  };
  user?: Record<string, string>;
}

/** LINE's Conversion API: one bad event drops the whole call; a repeated event is counted once. */
export async function conversionRoutes(app: FastifyInstance): Promise<void> {
  const taken = new Map<string, ConversionEvent>();
  app.post<{ Params: { tagId: string }; Body: unknown }>(
    "/v1/:tagId/events",
    async ({ params, headers, body }, reply) => {
      if (params.tagId !== lineTag.tagId || headers["x-line-tagaccesstoken"] !== lineTag.token)
        return reply.code(401).send({ message: "The tag access token is invalid." });
      const hasLineUser = Array.isArray(body) && body.some((one: ConversionEvent) => one.user?.["line_uid"]);
      if (hasLineUser && !headers["x-line-channelid"])
        return reply.code(400).send({ message: "X-Line-ChannelID is required with line_uid." });
      if (headers["transfer-encoding"]) return reply.code(400).send({ message: "Chunked encoding is not supported." });
      if (!Array.isArray(body) || body.length === 0 || !body.every(isEvent))
        return reply.code(400).send({ message: "The request body has an invalid event." });
      for (const event of body as ConversionEvent[])
        if (!event.event?.test_flag) taken.set(event.event?.deduplication_key ?? "", event);
      return reply.code(202).send({});
    },
  );
  app.get("/sandbox/line/api/conversions", async () => [...taken.values()]);
}

function isEvent({ event, user }: ConversionEvent): boolean {
  const age = Date.now() / 1000 - (event?.event_timestamp ?? 0);
  const isDated = age < 90 * 86_400 && age > -86_400;
  const isNamed = Object.entries(user ?? {}).some(([name, value]) => marks[name]?.test(value));
  return (
    event?.source_type === "web" &&
    ["page_view", "conversion"].includes(event.event_type ?? "") &&
    /^[\w-]{1,256}$/.test(event.deduplication_key ?? "") &&
    isDated &&
    isNamed
  );
}
