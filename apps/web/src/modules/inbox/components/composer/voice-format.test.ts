import { expect, test } from "vitest";
import { voiceFile, voiceFormat } from "./inserts/voice-recorder.tsx";

test("only formats that WhatsApp accepts are recorded", () => {
  expect(voiceFormat((type) => type.startsWith("audio/webm"))).toBeNull();
  expect(voiceFormat((type) => type.includes("mp4a"))).toBe("audio/mp4;codecs=mp4a.40.2");
  expect(voiceFormat(() => true)).toBe("audio/ogg;codecs=opus");
});

test("for LINE the format that it plays comes first", () => {
  expect(voiceFormat(() => true, "line")).toBe("audio/mp4;codecs=mp4a.40.2");
  expect(voiceFormat((type) => type.startsWith("audio/ogg"), "line")).toBe("audio/ogg;codecs=opus");
});

test("a recording becomes a file of its format", () => {
  const file = voiceFile([new Blob(["a"])], "audio/mp4;codecs=mp4a.40.2", "語音");
  expect([file.name, file.type]).toEqual(["語音.m4a", "audio/mp4"]);
});
