import { expect, it } from "vitest";
import { holds } from "./access.ts";

it.each([
  [["sales"], ["crm:lead:add"], true],
  [["sales"], ["crm:lead:query"], false],
  [["sales"], ["crm:lead:*"], true],
  [["sales"], ["crm:le:*"], false],
  [["sales"], [], false],
  [["ROOT"], [], true],
])("roles %j with %j may add a lead: %s", (roles, perms, expected) => {
  expect(holds({ roles, perms }, ["crm:lead:add"])).toBe(expected);
});

it("needs one of several", () => {
  expect(holds({ roles: ["sales"], perms: ["chat:message:send"] }, ["crm:lead:add", "chat:message:send"])).toBe(true);
});

it("fails when no permission is named", () => {
  expect(() => holds({ roles: ["ROOT"], perms: [] }, [])).toThrow();
});
