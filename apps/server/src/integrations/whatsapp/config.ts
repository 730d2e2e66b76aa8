/** The Graph version of all calls; 23 is the newest one with a published machine-readable specification. */
export const graphVersion = "v23.0";

/** Meta's validation requires `name/x.y.z`; fetch's default has another form. */
export const userAgent = "homeroom/2.12.0";

export const callTimeoutMs = 15_000;

/** For a whole file, in either direction. */
export const transferTimeoutMs = 300_000;

/** The largest file that a customer can send: a document. */
export const maxMediaBytes = 100 * 1024 * 1024;

/** Meta guarantees that no webhook body is larger. */
export const maxWebhookBytes = 3 * 1024 * 1024;

export const callbackPath = "/api_webhook/WhatsApp/Callback";

/** Meta's media hosts. Downloads use only these over https, or the configured API host. */
export const mediaHosts = ["facebook.com", "fbcdn.net", "fbsbx.com", "whatsapp.com", "whatsapp.net"];

export interface WhatsappConfig {
  /** Origin of the Graph API without a trailing slash: the setting WHATSAPP_API_URL. */
  apiUrl: string;
  callTimeoutMs: number;
}

export function whatsappConfig(apiUrl: string): WhatsappConfig {
  return { apiUrl: apiUrl.replace(/\/+$/, ""), callTimeoutMs };
}
