import { expect, test } from "vitest";
import { deviceOf } from "./device.ts";

const mozilla = "Mozilla/5.0";
const webkit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const iPhone = "(iPhone; CPU iPhone OS 19_1 like Mac OS X)";

test.each([
  [
    `${mozilla} (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36`,
    "Chrome 142",
    "Windows 10",
  ],
  [
    `${mozilla} (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36 Edg/142.0.1`,
    "Edge 142",
    "Windows 10",
  ],
  [`${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/19.0 Safari/605.1.15`, "Safari 19", "macOS"],
  [`${mozilla} ${iPhone} ${webkit} Version/19.1 Mobile/15E148 Safari/604.1`, "Safari 19", "iOS 19"],
  [`${mozilla} ${iPhone} ${webkit} Mobile/15E148 Safari Line/15.3.0`, "LINE 15", "iOS 19"],
  [`${mozilla} (iPad; CPU OS 18_2 like Mac OS X) ${webkit} CriOS/142.0 Safari/604.1`, "Chrome 142", "iPadOS 18"],
  [
    `${mozilla} (Linux; Android 16; SM-S938B) SamsungBrowser/28.0 Chrome/130.0 Safari/537.36`,
    "Samsung Internet 28",
    "Android 16",
  ],
  [`${mozilla} (Linux; Android 16) Chrome/130.0 Safari/537.36 MicroMessenger/8.0.50`, "WeChat 8", "Android 16"],
  [`${mozilla} (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0`, "Firefox 145", "Linux"],
  ["curl/8.14.1", "", ""],
  ["", "", ""],
])("%s", (userAgent, browser, os) => {
  expect(deviceOf(userAgent)).toEqual({ browser, os });
});
