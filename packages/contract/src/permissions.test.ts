import { expect, test } from "vitest";
import { defaultRoles, grants, type Permission, permissions, platformPermissions } from "./permissions.ts";

test("each permission is listed once, and platform permissions are among them", () => {
  expect(new Set(permissions).size).toBe(permissions.length);
  expect(platformPermissions).toHaveLength(10);
  expect(permissions).toEqual(expect.arrayContaining([...platformPermissions]));
});

test("the admin has every permission except the platform's", () => {
  expect([...defaultRoles.admin, ...platformPermissions].sort()).toEqual([...permissions].sort());
});

test("default roles have known permissions, each once", () => {
  for (const held of Object.values(defaultRoles)) {
    expect(new Set(held).size).toBe(held.length);
    expect(permissions).toEqual(expect.arrayContaining([...held]));
  }
});

test.each<[keyof typeof defaultRoles, Permission, boolean]>([
  ["tutor", "crm:lead:all", true],
  ["tutor", "crm:lead:add", false],
  ["sales", "crm:lead:all", false],
  ["sales", "chat:message:send", true],
  ["sales", "chat:message:takeover", false],
  ["teacher", "chat:message:query", false],
  ["teacher", "org:branch:switch", true],
  ["admin", "sys:menu:edit", false],
])("a %s and %s: %s", (role, permission, expected) => {
  expect(grants(defaultRoles[role], permission)).toBe(expected);
});

test("a wildcard covers exactly its own resource, at any depth", () => {
  expect(grants(["crm:lead:*"], "crm:lead:delete")).toBe(true);
  expect(grants(["hr:staff:*"], "hr:staff:password:reset")).toBe(true);
  expect(grants(["crm:lead:*"], "crm:rule:query")).toBe(false);
  expect(grants(["crm:*", "*", "crm:lead"], "crm:lead:query")).toBe(false);
  expect(grants([], "crm:lead:query")).toBe(false);
});
