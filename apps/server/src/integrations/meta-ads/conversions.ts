import { AdPlatformFailure, type ConversionSender } from "#modules/advertising/port";
import { networkCode } from "#platform/calls/network";
import { asRecord, isRecord, numberOf, textOf } from "#platform/calls/read-json";
import type { Settings } from "#platform/config/settings";
import { pathId } from "./client.ts";
import { graphVersion, timeoutMs } from "./config.ts";
import { failureOf } from "./failures.ts";

/**
 * Meta's Conversions API. A dataset's key is created in Meta's Events Manager and belongs to an app of Meta's own: calls with
 * it have no proof of ours.
 */
export function metaConversions({ META_API_URL }: Pick<Settings, "META_API_URL">): ConversionSender {
  const apiUrl = META_API_URL.replace(/\/+$/, "");
  return {
    async send(token, datasetId, events) {
      // fetch's error message would repeat a key that is invalid in a header.
      if (!/^[\x21-\x7e]+$/.test(token)) throw new AdPlatformFailure("reconnect", "There is no usable key");
      let answer: { response: Response; body: unknown };
      try {
        const response = await fetch(`${apiUrl}/${graphVersion}/${pathId(datasetId)}/events`, {
          method: "POST",
          headers: {
            accept: "application/json",
            authorization: `Bearer ${token}`,
            "content-type": "application/json",
          },
          body: JSON.stringify({ data: events }),
          redirect: "manual",
          signal: AbortSignal.timeout(timeoutMs),
        });
        answer = { response, body: await response.json().catch(() => null) };
      } catch (error) {
        throw new AdPlatformFailure("unavailable", networkCode(error));
      }
      const { response, body } = answer;
      if (!response.ok || isRecord(asRecord(body)["error"])) throw failureOf(response, body);
      if (numberOf(asRecord(body)["events_received"]) !== events.length)
        throw new AdPlatformFailure("unavailable", "Meta counted another number of events");
      return textOf(asRecord(body)["fbtrace_id"]) ?? "";
    },
  };
}
