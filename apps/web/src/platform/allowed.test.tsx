import type { UserInfo } from "@homeroom/contract/member";
import type { Permission } from "@homeroom/contract/permissions";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, it } from "vitest";
import { setCurrentUser } from "./access.ts";
import { Allowed } from "./allowed.tsx";

afterEach(() => setCurrentUser(null));

const signIn = (roles: string[], perms: string[]) => setCurrentUser({ roles, perms } as UserInfo);
const shown = (...perms: Permission[]) => renderToStaticMarkup(<Allowed perms={perms}>edit</Allowed>) === "edit";

it("shows its contents to people with one of the permissions", () => {
  signIn(["sales"], ["crm:lead:add"]);
  expect(shown("crm:lead:add")).toBe(true);
  expect(shown("crm:lead:delete", "crm:lead:add")).toBe(true);
  expect(shown("crm:lead:delete")).toBe(false);
});

it("follows a change of rights", () => {
  signIn(["sales"], []);
  expect(shown("crm:lead:add")).toBe(false);
  signIn(["sales"], ["crm:lead:*"]);
  expect(shown("crm:lead:add")).toBe(true);
});

it("lets ROOT pass, and nobody when nobody is signed in", () => {
  expect(shown("crm:lead:add")).toBe(false);
  signIn(["ROOT"], []);
  expect(shown("crm:lead:add")).toBe(true);
});

it("fails when no permission is named, for every user", () => {
  expect(() => shown()).toThrow("Name the permission");
  signIn(["ROOT"], []);
  expect(() => shown()).toThrow("Name the permission");
});
