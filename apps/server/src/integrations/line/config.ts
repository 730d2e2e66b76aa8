export const userAgent = "homeroom/2.12.0";

export const callTimeoutMs = 15_000;

/** For a customer's whole file. */
export const transferTimeoutMs = 300_000;

/** The largest file that we accept from a customer. */
export const maxMediaBytes = 100 * 1024 * 1024;

/** A profile's picture is a small JPEG. */
export const maxPictureBytes = 5 * 1024 * 1024;

/** LINE documents no limit; a body has a few dozen events at most. */
export const maxWebhookBytes = 3 * 1024 * 1024;

export const callbackPath = "/api_webhook/Line/Callback";

/** LINE's hosts of profile pictures. They are fetched only from these over https, or from the configured API host. */
export const pictureHosts = ["line-scdn.net", "line-apps.com", "line.me"];

export interface LineConfig {
  /** Origin of the Messaging API without a trailing slash: the setting LINE_API_URL. */
  apiUrl: string;
  /** Origin of the content API: the setting LINE_DATA_API_URL. */
  dataApiUrl: string;
  callTimeoutMs: number;
}

export function lineConfig(apiUrl: string, dataApiUrl: string): LineConfig {
  return { apiUrl: apiUrl.replace(/\/+$/, ""), dataApiUrl: dataApiUrl.replace(/\/+$/, ""), callTimeoutMs };
}
