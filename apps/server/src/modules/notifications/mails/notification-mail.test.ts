import { languages } from "@homeroom/contract/language";
import { v7 } from "uuid";
import { expect, test } from "vitest";
import { notificationMail } from "./notification-mail.ts";

test("the mail about a plan off sale asks to choose another one, in every language", () => {
  const told = { kind: "plan.notRenewed" as const, subject_id: v7(), lead_id: null, count: 1, leadName: "" };
  const subjects = (problem: string) =>
    languages.map((language) => {
      const person = { email: "owner@centre.test", language };
      return notificationMail(person, { ...told, details: { problem } }, "https://homeroom.test").subject;
    });
  expect(subjects("notOnSale")).toEqual([
    "方案已停售，無法自動續訂",
    "套餐已停售，无法自动续订",
    "Your plan is no longer sold",
  ]);
  expect(subjects("declined").join()).not.toMatch(/停售|sold/);
});
