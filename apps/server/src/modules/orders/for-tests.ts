import { RecordId } from "@homeroom/contract/ids";
import type { OrderDetail, OrderForm } from "@homeroom/contract/orders";
import { v7 } from "uuid";
import type { z } from "zod";
import { type Desk, openDesk } from "#modules/accounts/for-tests";
import { filesModule } from "#modules/files/public";
import { buildLead } from "#modules/leads/for-tests";
import { leadsModule } from "#modules/leads/public";
import type { PaymentGateway } from "#modules/payment-platforms/port";
import { callApi } from "#modules/sign-in/for-tests";
import type { Platform, ServerModule } from "#platform/server-module";
import type { InvoiceIssuer } from "./port.ts";
import { ordersModule } from "./public.ts";

type Form = Partial<z.input<typeof OrderForm>>;

/** An organisation with the calls of orders, leads and files served, and its owner signed in. */
export interface OrderDesk extends Desk {
  token: string;
  post<Result>(name: string, body: object, by?: string): ReturnType<typeof callApi<Result>>;
  get<Result>(path: string, by?: string): ReturnType<typeof callApi<Result>>;
  /** Makes an order, by default of HK$1,200 by bank transfer for a new lead; returns its number. */
  order(form?: Form, by?: string): Promise<string>;
  detail(orderID: string): Promise<OrderDetail>;
  /** Makes an order overdue. */
  expire(orderID: string): Promise<void>;
}

export const piano = { name: "鋼琴初班", officialPrice: 1200, quantity: 1 };

/** `more`: other modules to serve. `issuer`: issues e-invoices. `gateways`: return money. */
export async function openOrderDesk(
  more: (platform: Platform) => readonly ServerModule[] = () => [],
  issuer: InvoiceIssuer | null = null,
  gateways: readonly PaymentGateway[] = [],
): Promise<OrderDesk> {
  const desk = await openDesk((platform) => [
    leadsModule(platform),
    filesModule(platform),
    ordersModule(platform, issuer, gateways),
    ...more(platform),
  ]);
  const { app, organization } = desk;
  const { token } = await desk.signIn({ role: "owner", nickname: "何校長" });
  const post: OrderDesk["post"] = (name, body, by = token) =>
    callApi(app, `POST /api_users/Order/${name}`, { token: by, body });
  const get: OrderDesk["get"] = (path, by = token) => callApi(app, `GET /api_users/Order/${path}`, { token: by });
  return {
    ...desk,
    ...{ token, post, get },
    async order(form = {}, by = token) {
      const leadId = form.leadId ?? (await buildLead(desk.db, organization));
      const whole = { leadId, items: [piano], currency: "HKD", payMethod: "bankTransfer", ...form };
      const { body } = await post<{ orderID: string }>("AddOrder", whole, by);
      if (!body.success) throw new Error(body.name);
      return body.resultData.orderID;
    },
    async detail(orderID) {
      const { body } = await get<OrderDetail>(`OrderInfo?orderID=${orderID}`);
      if (!body.success) throw new Error(body.name);
      return body.resultData;
    },
    async expire(orderID) {
      await desk.owner.query("update sale_order set expires_at = now() - interval '1 minute' where order_number = $1", [
        orderID,
      ]);
    },
  };
}

/** A product of the catalogue in Hong Kong dollars. */
export async function buildProduct(
  { owner, organization }: Pick<OrderDesk, "owner" | "organization">,
  { name, priceMinor }: { name: string; priceMinor: number },
): Promise<RecordId> {
  const productID = RecordId.parse(v7());
  await owner.query(
    `insert into product (organization_id, product_id, retailer_id, name, type_id, price_minor, currency, kind, image_file_ids,
       status, sort)
     select $1, $2::uuid, $2::text, $3, item_id, $4, 'HKD', 'online', array[$2::uuid], 'active', 1
     from list_item where organization_id = $1 limit 1`,
    [organization.organizationId, productID, name, priceMinor],
  );
  return productID;
}

/** The outcome of a call: its status, and the name of a refusal. */
export function outcome({ status, body }: { status: number; body: { success: boolean; name?: string } }): string {
  return body.success ? String(status) : `${status} ${body.name}`;
}
