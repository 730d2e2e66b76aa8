import { expect, test } from "vitest";
import { subjectAddress } from "./subject-address.ts";

const entry = (type: string) => ({ action: "edited", subject: { type, id: "b1", name: "大安校" } });
const everything = () => true;

test("a setting's entry leads to the screen of its own kind", () => {
  expect(subjectAddress(entry("channel"), everything)).toBe("/organization/whatsapp");
  expect(subjectAddress(entry("lineChannel"), everything)).toBe("/organization/line");
  expect(subjectAddress(entry("welcome"), everything)).toBe("/organization/line?tab=welcome&branch=b1");
});

test("there is no link to a subject that the reader may not open, or that is gone", () => {
  const onlyWhatsapp = (wanted: string) => wanted === "org:whatsapp:query";
  expect(subjectAddress(entry("lineChannel"), onlyWhatsapp)).toBeUndefined();
  expect(subjectAddress({ ...entry("welcome"), action: "deleted" }, everything)).toBeUndefined();
  expect(subjectAddress(entry("robot"), everything)).toBeUndefined();
});
