import { describe, expect, it, test } from "vitest";
import { createSecretBox } from "#platform/secrets/secret-box";
import { isOpenedByPerson, linkCode, linksIn, readLinkCode, withLinks } from "./links.ts";

const secrets = createSecretBox(Buffer.alloc(32, 7));

test("a code identifies its link, and is invalid once changed", () => {
  const link = { plan: 12, recipient: 987_654_321, place: 3 };
  const code = linkCode(secrets, link);
  expect(code.length).toBeLessThan(24);
  expect(readLinkCode(secrets, code)).toEqual(link);
  expect(readLinkCode(secrets, code.replace("-3-", "-4-"))).toBeNull();
  expect(readLinkCode(secrets, `${code}x`)).toBeNull();
  expect(readLinkCode(secrets, "%00")).toBeNull();
});

test("addresses in texts are found without the punctuation around them", () => {
  const links = linksIn(["看 https://school.test/a?b=1，或（http://x.test/y）。", "https://school.test/a?b=1"]);
  expect(links).toEqual(["https://school.test/a?b=1", "http://x.test/y"]);
  expect(withLinks("到 http://x.test/y 報名", links, (place) => `L${place}`)).toBe("到 L1 報名");
});

describe("identifying a link's visitor", () => {
  const phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Safari/604.1";
  it.each([
    ["a person", "GET", { "user-agent": phone }, true],
    ["WhatsApp's preview", "GET", { "user-agent": "WhatsApp/2.25 A" }, false],
    ["Facebook's preview", "GET", { "user-agent": "facebookexternalhit/1.1" }, false],
    ["a search engine", "GET", { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" }, false],
    ["a browser that loads ahead", "GET", { "user-agent": phone, "sec-purpose": "prefetch;prerender" }, false],
    ["a scanner that asks for the head", "HEAD", { "user-agent": phone }, false],
    ["a program", "GET", { "user-agent": "python-requests/2.32" }, false],
    ["nobody", "GET", {}, false],
  ])("%s", (_who, method, headers, counted) => expect(isOpenedByPerson({ method, headers })).toBe(counted));
});
