import { describe, expect, it } from "vitest";
import { deviceName, deviceOf } from "./devices.ts";
import { networkOf } from "./networks.ts";

const agents = {
  chrome:
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  edge: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
  safari:
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
  iphone:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
  line: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari Line/15.9.0",
  android:
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
  tablet: "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  firefox: "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0",
};

describe("a device", () => {
  it.each([
    ["chrome", "Chrome, Windows", "desktop"],
    ["edge", "Edge, Windows", "desktop"],
    ["safari", "Safari, macOS", "desktop"],
    ["iphone", "Safari, iOS", "phone"],
    ["line", "LINE, iOS", "phone"],
    ["android", "Chrome, Android", "phone"],
    ["tablet", "Chrome, Android", "tablet"],
    ["firefox", "Firefox, Linux", "desktop"],
  ] as const)("%s is %s, a %s", (agent, name, kind) => {
    const found = deviceOf(agents[agent]);
    expect([deviceName(found), found.device]).toEqual([name, kind]);
  });

  it("stays the same when its browser is updated", () => {
    expect(deviceOf(agents.chrome.replace("140", "141"))).toEqual(deviceOf(agents.chrome));
  });

  it("without a user agent has no name", () => {
    expect(deviceOf("curl/8.5.0")).toEqual({ browser: "", system: "", device: "other" });
    expect(deviceName(deviceOf(""))).toBe("");
  });
});

describe("a network", () => {
  it.each([
    ["203.0.113.77", "203.0.113.0/24"],
    ["::ffff:203.0.113.9", "203.0.113.0/24"],
    ["127.0.0.1", "127.0.0.0/24"],
    ["2001:0db8:00aa:0001::1", "2001:db8:aa::/48"],
    ["2001:db8:aa:ffff:1:2:3:4", "2001:db8:aa::/48"],
    ["2001:db8::1", "2001:db8:0::/48"],
    ["fe80::1%eth0", "fe80:0:0::/48"],
    ["::1", "0:0:0::/48"],
    ["", ""],
    ["unknown", "unknown"],
  ])("%s is in %s", (address, network) => expect(networkOf(address)).toBe(network));
});
