import type { PaymentProvider } from "@homeroom/contract/payment-platforms";
import type { Settings } from "#platform/config/settings";

type AddressSettings = Pick<Settings, "PUBLIC_URL" | "HOST" | "PORT">;

const notifyPaths: Readonly<Partial<Record<PaymentProvider, string>>> = {
  paypal: "/api_webhook/Payment/PaypalNotify",
  shopline: "/api_webhook/Payment/ShopNotify/shopline",
  ecpay: "/api_webhook/Payment/ShopNotify/ecpay",
};

/** The address for a platform's notices; empty if it sends none. */
export function notifyAddress(settings: AddressSettings, provider: PaymentProvider): string {
  const path = notifyPaths[provider];
  return path ? ownAddress(settings, path) : "";
}

/** A public address of the product. */
export function ownAddress({ PUBLIC_URL, HOST, PORT }: AddressSettings, path: string): string {
  return new URL(path, PUBLIC_URL ?? `http://${HOST}:${PORT}`).href;
}
