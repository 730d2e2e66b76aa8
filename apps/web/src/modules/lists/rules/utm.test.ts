import { expect, test } from "vitest";
import { linkOf, linkProblem } from "./channels.ts";

const values = { url: "https://school.example/trial?class=a", source: "Facebook", medium: "cpc", campaign: "暑期" };

test("there is a link once all required values are there", () => {
  const link = linkOf({ ...values, term: "", content: " " }) ?? "";
  expect(Object.fromEntries(new URL(link).searchParams)).toEqual({
    class: "a",
    utm_source: "Facebook",
    utm_medium: "cpc",
    utm_campaign: "暑期",
  });
  expect(linkOf({ ...values, campaign: " " })).toBeNull();
  for (const url of ["school", "http://school.example/trial", "ftp://school.example/trial"])
    expect(linkOf({ ...values, url })).toBeNull();
});

test("a link must be rebuilt after a change before it is used", () => {
  const built = linkOf(values);
  expect(linkProblem(values, null)).toBe("UTM_REQUIRED_THEN_UPDATE_LINK");
  expect(linkProblem(values, built)).toBeNull();
  expect(linkProblem({ ...values, medium: "email" }, built)).toBe("UTM_REQUIRED_THEN_UPDATE_LINK");
  expect(linkProblem({ ...values, medium: "" }, built)).toBe("UTM_REQUIRED_THEN_UPDATE_LINK");
});
