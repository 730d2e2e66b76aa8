import { expect, it } from "vitest";
import { fullName } from "./full-name.ts";

it("writes the family name first without a space in Chinese, last in Latin letters", () => {
  expect(fullName({ lastName: "林", firstName: "美玲" })).toBe("林美玲");
  expect(fullName({ lastName: "O'Brien", firstName: "Mei-Ling" })).toBe("Mei-Ling O'Brien");
  expect(fullName({ lastName: "", firstName: "Sophie" })).toBe("Sophie");
});
