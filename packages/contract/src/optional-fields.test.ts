import { expect, test } from "vitest";
import { branches } from "./branches.ts";
import { channels } from "./channels.ts";
import { departments } from "./departments.ts";
import { dictionary } from "./dictionary.ts";
import { checkFields } from "./errors/field-errors.ts";
import { leadCard } from "./lead-card.ts";
import { leads } from "./leads.ts";
import { menus } from "./menus.ts";
import { notices } from "./notices.ts";
import { organization } from "./organization.ts";
import { ownAccount } from "./own-account.ts";
import { roles } from "./roles.ts";
import { staff } from "./staff.ts";
import { welcome } from "./welcome.ts";

test("a welcome test without a phone number reports it as missing, one with a wrong number as wrong", () => {
  const check = (phone?: string) => {
    const value = {
      areaCode: "886",
      segments: [{ kind: "text", text: "您好" }],
      ...(phone !== undefined && { phone }),
    };
    const checked = checkFields(welcome.testWhatsapp.request, value, "en");
    return "errors" in checked ? checked.errors.find(({ field }) => field === "phone")?.name : null;
  };
  expect([check(), check(""), check("abc")]).toEqual(["CHAT_NUMBER_REQUIRED", "CHAT_NUMBER_REQUIRED", "FIELD_INVALID"]);
});

test("fields that the specification does not name are optional", () => {
  const id = "01a20651-504f-7009-a519-73eb0d210c1b";
  const number = {
    appID: "12345",
    phoneNumberID: "12345",
    businessAccountID: "12345",
    accessToken: "t",
    catalogueID: "",
  };
  expect(channels.updateWhatsapp.request.safeParse(number).success).toBe(true);
  for (const call of [notices.publish, notices.revoke]) expect(call.request.safeParse({ id }).success).toBe(true);
  const edits = [roles.edit, staff.edit, departments.edit, menus.edit, dictionary.edit, notices.edit, leads.edit];
  for (const { path, request } of [...edits, branches.edit, organization.edit, ownAccount.edit]) {
    const { issues = [] } = request.safeParse({ id }).error ?? {};
    expect(
      issues.map((issue) => issue.path[0]),
      path,
    ).not.toContain("version");
  }
  expect(leadCard.openApp.request.parse({ leadId: id })).toMatchObject({ open: 1 });
  expect(staff.add.request.safeParse({ nickname: "小美", email: "mei@school.test" }).success).toBe(true);
  expect(departments.add.request.parse({ name: "教務", code: "T", parentId: 0 })).toMatchObject({ parentId: "0" });
});
