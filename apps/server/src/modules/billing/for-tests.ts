import type { AccountInfo, PlanOrderRow } from "@homeroom/contract/billing";
import type { FastifyInstance } from "fastify";
import { signInAs, type TestAccount } from "#modules/accounts/for-tests";
import { filesModule } from "#modules/files/public";
import { ordersModule } from "#modules/orders/public";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import type { PaymentGateway } from "#modules/payment-platforms/public";
import { callApi, serveModules } from "#modules/sign-in/for-tests";
import { createTestDatabase, type TestDatabase } from "#platform/db/for-tests";
import type { Platform, ServerModule } from "#platform/server-module";
import { billingModule } from "./public.ts";

/** A centre whose trial lasts fifteen days more, and the organisation that sells plans, both with an owner who is signed in. */
export interface BillingDesk extends TestDatabase {
  app: FastifyInstance;
  centre: TestOrganization;
  director: TestAccount & { token: string };
  seller: TestOrganization;
  sellerToken: string;
  post<Result>(name: string, body?: object, token?: string): ReturnType<typeof callApi<Result>>;
  get<Result>(path: string, token?: string): ReturnType<typeof callApi<Result>>;
  /** Orders by bank transfer; throws the name of a refusal. */
  order(purchase: object): Promise<PlanOrderRow>;
  /** The seller's people confirm that the money is there. */
  confirm(order: { orderID: string | null }): Promise<void>;
  /** Orders, pays and follows it. */
  buy(purchase: object): Promise<PlanOrderRow>;
  status(order: PlanOrderRow): Promise<PlanOrderRow>;
  account(): Promise<AccountInfo>;
  /** How often it was said since the last time that the centre's plan may be another one; screens then ask. */
  announced(): Promise<number>;
  /** Opens another centre in place of the one before. */
  openCentre(): Promise<void>;
  stop(): Promise<void>;
}

/** Opens the desk with its own database, and with more modules where a test needs them. */
export async function openBillingDesk(
  more: (platform: Platform) => ServerModule[] = () => [],
  gateways: readonly PaymentGateway[] = [],
): Promise<BillingDesk> {
  const base = await createTestDatabase();
  const { platform } = base;
  const seller = await buildOrganization(base.db, "Homeroom");
  await base.owner.query("insert into plan_seller (organization_id) values ($1)", [seller.organizationId]);
  const app = await serveModules(platform, [
    ordersModule(platform),
    filesModule(platform),
    billingModule(platform, gateways),
    ...more(platform),
  ]);
  const signIn = (organization: TestOrganization) => signInAs(base.db, organization, { role: "owner" });
  const sellerToken = (await signIn(seller)).token;
  const unwrap = <Result>({ body }: Awaited<ReturnType<typeof callApi<Result>>>): Result => {
    if (!body.success) throw new Error(body.name);
    return body.resultData;
  };
  const desk: BillingDesk = {
    ...base,
    ...{ app, seller, sellerToken },
    centre: seller,
    director: await signIn(seller),
    post: (name, body = {}, token = desk.director.token) =>
      callApi(app, `POST /api_basic/Payment/${name}`, { token, body }),
    get: (path, token = desk.director.token) => callApi(app, `GET /api_basic/Payment/${path}`, { token }),
    async order(purchase) {
      return unwrap(await desk.post<PlanOrderRow>("CreateOrder", { payMethod: "bankTransfer", ...purchase }));
    },
    async confirm({ orderID }) {
      const body = { orderID, confirmStatus: "confirmed", note: "" };
      unwrap(await callApi(app, "POST /api_users/Order/ConfirmOrder", { token: sellerToken, body }));
    },
    async buy(purchase) {
      const order = await desk.order(purchase);
      await desk.confirm(order);
      return desk.status(order);
    },
    async status({ recordID }) {
      return unwrap(await desk.get<PlanOrderRow>(`OrderStatus?recordID=${recordID}`));
    },
    async account() {
      return unwrap(await desk.get<AccountInfo>("AccountInfo"));
    },
    async announced() {
      const said = await base.owner.query(
        "delete from outbox where event = 'organization.changed' and organization_id = $1",
        [desk.centre.organizationId],
      );
      return said.rowCount ?? 0;
    },
    async openCentre() {
      desk.centre = await buildOrganization(base.db, "晨光補習班");
      await base.owner.query(
        `update organization set membership = 'trial', country = 'HK', expires_at = now() + interval '15 days'
         where organization_id = $1`,
        [desk.centre.organizationId],
      );
      desk.director = await signIn(desk.centre);
    },
    async stop() {
      await app.close();
      await base.close();
    },
  };
  await desk.openCentre();
  return desk;
}
