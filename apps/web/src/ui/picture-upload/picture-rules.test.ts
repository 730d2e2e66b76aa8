import { expect, it } from "vitest";
import { pictureProblem } from "./picture-rules.ts";

it("accepts JPG and PNG up to and including the limit", () => {
  expect(pictureProblem({ type: "image/jpeg", size: 5 * 1024 * 1024 }, 5)).toBeNull();
  expect(pictureProblem({ type: "image/png", size: 5 * 1024 * 1024 + 1 }, 5)).toBe("tooLarge");
  expect(pictureProblem({ type: "image/svg+xml", size: 10 }, 5)).toBe("wrongType");
  expect(pictureProblem({ type: "", size: 10 }, 5)).toBe("wrongType");
});
