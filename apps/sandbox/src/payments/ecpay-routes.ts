import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { readyAccounts } from "./accounts.ts";
import { type Checkout, type NoticeKind, type PaymentDesk, sendNotice, wrongAmount } from "./payment-desk.ts";

type Fields = Record<string, string>;
type Form = { Body: Fields };

/** ECPay: its checkout page, queries about a payment, and signed notices of payment codes and of payments. */
export function ecpayRoutes(app: FastifyInstance, desk: PaymentDesk): void {
  desk.serve("ecpay", {
    choices: ["pay", "atm", "cvs", "refuse"],
    choose: (checkout, choice) => choose(desk, checkout, choice),
    notify,
  });
  app.post<Form>("/Cashier/AioCheckOut/V5", async ({ body }, reply) => {
    if (desk.switches.failWith) return reply.status(desk.switches.failWith).send("");
    const { ItemName = "", TotalAmount = "", MerchantTradeNo = "", ReturnURL = "", ClientBackURL = "" } = body;
    if (!isOurs(body)) return reply.type("text/plain").send("CheckMacValue Error");
    if (!/^[A-Za-z0-9]{1,20}$/.test(MerchantTradeNo) || !/^[1-9]\d*$/.test(TotalAmount))
      return reply.type("text/plain").send("MerchantTradeNo Error");
    const checkout =
      desk.byReference("ecpay", MerchantTradeNo) ??
      desk.open({
        platform: "ecpay",
        reference: MerchantTradeNo,
        amount: TotalAmount,
        currency: "TWD",
        title: ItemName,
        returnUrl: ClientBackURL,
        cancelUrl: ClientBackURL,
        facts: { ReturnURL, PaymentInfoURL: body["PaymentInfoURL"] ?? "" },
      });
    return reply.redirect(`/sandbox/payments/${checkout.id}`, 303);
  });
  app.post<Form>("/Cashier/QueryTradeInfo/V5", async ({ body }, reply) => {
    if (desk.switches.failWith) return reply.status(desk.switches.failWith).send("");
    if (!isOurs(body)) return reply.type("text/plain").send("TradeStatus=10200073");
    return reply.type("text/plain").send(signed(tradeOf(desk, body)).toString());
  });
}

function tradeOf(desk: PaymentDesk, { MerchantTradeNo = "" }: Fields): Fields {
  const { merchantId } = readyAccounts.ecpay;
  const checkout = desk.byReference("ecpay", MerchantTradeNo);
  if (!checkout) return { MerchantID: merchantId, MerchantTradeNo, TradeStatus: "10200047" };
  const { state, amount, paymentId } = checkout;
  return {
    MerchantID: merchantId,
    MerchantTradeNo,
    TradeNo: paymentId,
    TradeAmt: amount,
    TradeStatus: state === "paid" ? "1" : "0",
  };
}

function choose(desk: PaymentDesk, checkout: Checkout, choice: string): string {
  const { state, facts, returnUrl } = checkout;
  if (state === "open" && (choice === "atm" || choice === "cvs")) {
    checkout.state = "numbered";
    Object.assign(facts, numbersOf(choice));
    desk.tell(checkout);
  } else if (state !== "paid") {
    checkout.state = choice === "pay" ? "paid" : "refused";
    desk.tell(checkout);
  }
  return returnUrl;
}

/** The code with which the customer pays at a machine or in a shop. */
function numbersOf(way: "atm" | "cvs"): Fields {
  const until = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10).replaceAll("-", "/");
  if (way === "atm")
    return {
      RtnCode: "2",
      PaymentType: "ATM_TAISHIN",
      BankCode: "812",
      vAccount: "9103522175887271",
      ExpireDate: until,
    };
  return { RtnCode: "10100073", PaymentType: "CVS_CVS", PaymentNo: "LLL26112350411", ExpireDate: `${until} 23:59:59` };
}

function notify(checkout: Checkout, kind: NoticeKind): Promise<number> {
  const { reference, amount, state, paymentId, facts } = checkout;
  const { ReturnURL = "", PaymentInfoURL = "", ...numbers } = facts;
  const told: Fields = {
    MerchantID: readyAccounts.ecpay.merchantId,
    MerchantTradeNo: reference,
    TradeNo: paymentId,
    TradeAmt: kind === "wrongAmount" ? wrongAmount(amount) : amount,
    SimulatePaid: "0",
    ...(state === "numbered"
      ? { RtnMsg: "Get VirtualAccount Succeeded", ...numbers }
      : { RtnCode: state === "paid" ? "1" : "10100058", RtnMsg: state === "paid" ? "交易成功" : "付款失敗" }),
  };
  const body = signed(told);
  if (kind === "forged") body.set("CheckMacValue", "0".repeat(64));
  return sendNotice(state === "numbered" ? PaymentInfoURL : ReturnURL, body.toString(), {
    "content-type": "application/x-www-form-urlencoded",
  });
}

function isOurs(fields: Fields): boolean {
  return fields["MerchantID"] === readyAccounts.ecpay.merchantId && fields["CheckMacValue"] === macOf(fields);
}

function signed(fields: Fields): URLSearchParams {
  return new URLSearchParams({ ...fields, CheckMacValue: macOf(fields) });
}

/** CheckMacValue from ECPay's description, implemented independently of the product, so that each verifies the other. */
function macOf(fields: Fields): string {
  const { hashKey, hashIv } = readyAccounts.ecpay;
  const names = Object.keys(fields).filter((name) => name !== "CheckMacValue");
  names.sort((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1));
  const text = `HashKey=${hashKey}&${names.map((name) => `${name}=${fields[name]}`).join("&")}&HashIV=${hashIv}`;
  const encoded = encodeURIComponent(text).replaceAll("%20", "+").replaceAll("~", "%7e").replaceAll("'", "%27");
  return createHash("sha256").update(encoded.toLowerCase()).digest("hex").toUpperCase();
}
