import type { FastifyInstance } from "fastify";
import type { Payments } from "../actions/payments.ts";
import { receiveNotice } from "../actions/receive-notice.ts";

const maxNoticeBytes = 256 * 1024;

/** Where the platforms send their notices: signed, without a token. */
export async function notifyRoutes(app: FastifyInstance, payments: Payments): Promise<void> {
  // Bytes, whatever the content type says: signatures are over what was sent.
  app.removeAllContentTypeParsers();
  app.addHook("onRequest", async (request) => {
    request.headers["content-type"] = "application/octet-stream";
  });
  const options = { parseAs: "buffer", bodyLimit: maxNoticeBytes } as const;
  app.addContentTypeParser("*", options, (_request, body, done) => done(null, body));
  const { gateways, platform } = payments;
  const of = (...providers: string[]) => gateways.filter(({ provider }) => providers.includes(provider));
  for (const [name, own] of [
    ["PaypalNotify", of("paypal")],
    ["ShopNotify/shopline", of("shopline")],
    ["ShopNotify/ecpay", of("ecpay")],
    // Whose it is shows in its form.
    ["ShopNotify", of("shopline", "ecpay")],
  ] as const) {
    app.post(`/api_webhook/Payment/${name}`, async (request, reply) => {
      const notice = {
        body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        header: (wanted: string) => request.headers[wanted]?.toString() ?? "",
      };
      const { status, body } = await receiveNotice({ platform, gateways: own }, notice);
      return reply.code(status).type("text/plain").send(body);
    });
  }
}
