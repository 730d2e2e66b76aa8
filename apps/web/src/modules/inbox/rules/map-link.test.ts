import { expect, test } from "vitest";
import { coordinatesIn, isShortMapLink } from "./map-link.ts";

const taipei = { latitude: 25.033964, longitude: 121.564468 };

test.each([
  "25.033964, 121.564468",
  " 25.033964,121.564468 ",
  "25.033964，121.564468",
  "https://www.google.com/maps/@25.033964,121.564468,17z",
  "https://www.google.com/maps/place/Taipei+101/@25.03,121.55,17z/data=!3m1!4b1!4m6!3m5!8m2!3d25.033964!4d121.564468",
  "https://maps.google.com/?q=25.033964,121.564468",
  "https://www.google.com/maps/search/?api=1&query=25.033964%2C121.564468",
  "https://www.google.com/maps/search/25.033964,+121.564468",
  "https://maps.google.com/maps?q=loc:25.033964,121.564468&z=17",
  "https://maps.apple.com/?ll=25.033964,121.564468&q=Taipei",
])("%s is a place", (pasted) => expect(coordinatesIn(pasted)).toEqual(taipei));

test("south and west are negative", () => {
  expect(coordinatesIn("-33.8568,-70.2153")).toEqual({ latitude: -33.8568, longitude: -70.2153 });
});

test.each([
  "",
  "台北 101",
  "25.03",
  "95, 121",
  "25, 181",
  "25, 121, 3",
  "https://www.google.com/maps/@95.1,121.5,17z",
  "https://www.google.com/maps/place/Taipei+101",
  "https://example.test/%E0%A4%A",
])("%j is none", (pasted) => expect(coordinatesIn(pasted)).toBeNull());

test("short links are recognised, since they contain no coordinates", () => {
  expect(isShortMapLink("https://maps.app.goo.gl/AbC123")).toBe(true);
  expect(isShortMapLink("https://www.google.com/maps/@25,121,17z")).toBe(false);
});
