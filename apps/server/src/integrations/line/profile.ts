import type { ChannelAccess, ProviderProfile } from "#modules/inbox/port";
import { present, textOf } from "#platform/calls/read-json";
import { callLine, pathId } from "./client.ts";
import type { LineConfig } from "./config.ts";
import { LineRefusal } from "./failures.ts";

/** How a person calls and shows themselves at LINE; null of somebody who is not our friend or has blocked us. */
export async function fetchProfile(
  config: LineConfig,
  channel: ChannelAccess,
  userId: string,
): Promise<ProviderProfile | null> {
  try {
    const path = `/v2/bot/profile/${pathId(userId)}`;
    const answer = await callLine(config, channel, { method: "GET", path, repeatable: true });
    const name = textOf(answer["displayName"]) ?? "";
    return present({
      name: name.toWellFormed().replaceAll("\0", "").slice(0, 200),
      pictureAddress: textOf(answer["pictureUrl"]),
    });
  } catch (error) {
    if (error instanceof LineRefusal && error.said.httpStatus === 404) return null;
    throw error;
  }
}
