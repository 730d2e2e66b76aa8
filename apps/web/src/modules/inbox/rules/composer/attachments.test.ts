import { expect, test } from "vitest";
import { isLinkOnLine } from "./attachments.ts";

test.each(["image/jpeg", "image/png", "video/mp4", "audio/mpeg", "audio/mp4", "audio/x-m4a"])(
  "LINE has a message for %s",
  (type) => expect(isLinkOnLine(type)).toBe(false),
);

test.each(["application/pdf", "audio/ogg", "audio/aac", "audio/amr", "video/3gpp", "image/gif", ""])(
  "%s goes as a link",
  (type) => expect(isLinkOnLine(type)).toBe(true),
);
