import { expect, test } from "vitest";
import { chat } from "./chat.ts";
import { Place } from "./chat-place.ts";

const place = { name: "大安校", address: "台北市大安區信義路三段 1 號", latitude: 25.0333, longitude: 121.5431 };

test("a place has a name and is somewhere on the earth", () => {
  expect(Place.parse({ ...place, name: " 大安校 " })).toEqual(place);
  expect(Place.parse({ ...place, address: undefined }).address).toBe("");
  expect(Place.parse({ ...place, latitude: -90, longitude: 180 })).toMatchObject({ latitude: -90, longitude: 180 });
});

test.each([
  { name: " " },
  { name: "名".repeat(101) },
  { address: "路".repeat(101) },
  { latitude: 90.01 },
  { latitude: "25" },
  { latitude: Number.NaN },
  { longitude: -180.01 },
  { longitude: null },
])("%j is refused", (wrong) => {
  const leadId = "0190aaaa-0000-7000-8000-000000000001";
  const asked = chat.sendMessage.request.safeParse({ leadId, type: "location", place: { ...place, ...wrong } });
  expect(asked.error?.issues.map(({ path }) => path.join("."))).toEqual([`place.${Object.keys(wrong)[0]}`]);
});
