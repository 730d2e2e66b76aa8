/** Graph version that all calls name; 23 is the newest one with a published machine-readable description. */
export const graphVersion = "v23.0";

/** Meta's own validation wants `name/x.y.z`, which the default of fetch is not. */
export const userAgent = "homeroom/2.12.0";

export const callTimeoutMs = 15_000;

/** For a whole file, in either direction. */
export const transferTimeoutMs = 300_000;

/** The largest thing a customer can send: a document. */
export const maxMediaBytes = 100 * 1024 * 1024;

/** Meta promises that no webhook body is larger. */
export const maxWebhookBytes = 3 * 1024 * 1024;

export const callbackPath = "/api_webhook/WhatsApp/Callback";

/** Where Meta keeps media. A download goes to these over https, or to the configured API host, and nowhere else. */
export const mediaHosts = ["facebook.com", "fbcdn.net", "fbsbx.com", "whatsapp.com", "whatsapp.net"];

export interface WhatsappConfig {
  /** Origin of the Graph API without a trailing slash: the setting WHATSAPP_API_URL. */
  apiUrl: string;
  callTimeoutMs: number;
}

export function whatsappConfig(apiUrl: string): WhatsappConfig {
  return { apiUrl: apiUrl.replace(/\/+$/, ""), callTimeoutMs };
}
