import { randomUUID } from "node:crypto";
import { type LineConversion, type LineTag, type LineTracker, LineTrackingFailure } from "#modules/landing-pages/port";
import { networkCode } from "#platform/calls/network";
import { asRecord, textOf } from "#platform/calls/read-json";
import { storableText } from "#platform/calls/storable";
import type { Settings } from "#platform/config/settings";

const timeoutMs = 20_000;
const maxDetailLength = 300;

/** LINE's Conversion API, which accepts from a server the events that a tag would report. */
export function lineTracker({ LINE_CONVERSION_API_URL }: Pick<Settings, "LINE_CONVERSION_API_URL">): LineTracker {
  const apiUrl = LINE_CONVERSION_API_URL.replace(/\/+$/, "");
  return {
    send: (tag, conversions) => sendEvents(apiUrl, tag, conversions.map(eventOf)),
    test: (tag) => {
      const event = { source_type: "web", event_type: "page_view", event_timestamp: seconds(new Date()) };
      const test = {
        event: { ...event, deduplication_key: randomUUID(), test_flag: true },
        user: { click_id: "test" },
      };
      return sendEvents(apiUrl, tag, [test]);
    },
  };
}

function eventOf({ key, name, at, click, phoneHash, emailHash, lineUser, url }: LineConversion) {
  return {
    event: {
      source_type: "web",
      event_type: "conversion",
      event_name: name,
      event_timestamp: seconds(at),
      deduplication_key: key,
    },
    user: {
      ...(lineUser && { line_uid: lineUser }),
      ...(click && { click_id: click }),
      ...(phoneHash && { phone: phoneHash }),
      ...(emailHash && { email: emailHash }),
    },
    web: { url },
  };
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

async function sendEvents(
  apiUrl: string,
  { tagId, token, channel }: LineTag,
  events: readonly object[],
): Promise<void> {
  // fetch's error message would repeat a key that is invalid in a header.
  if (!/^[\x21-\x7e]+$/.test(token)) throw new LineTrackingFailure("reconnect", "There is no usable key");
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${apiUrl}/v1/${encodeURIComponent(tagId)}/events`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-line-tagaccesstoken": token,
        // Visitors have other ids at other accounts.
        ...(channel && { "x-line-channelid": channel }),
      },
      // With a known length it is not sent in chunks, which LINE refuses.
      body: JSON.stringify(events),
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    text = await response.text();
  } catch (error) {
    throw new LineTrackingFailure("unavailable", networkCode(error));
  }
  if (response.status === 202 || response.status === 200) return;
  const { status } = response;
  const reason =
    status === 401 || status === 403 || status === 404 ? "reconnect" : status === 400 ? "refused" : "unavailable";
  throw new LineTrackingFailure(reason, `${status}: ${saidIn(text)}`);
}

function saidIn(text: string): string {
  try {
    return storableText(textOf(asRecord(JSON.parse(text))["message"]) ?? "").slice(0, maxDetailLength);
  } catch {
    return "";
  }
}
