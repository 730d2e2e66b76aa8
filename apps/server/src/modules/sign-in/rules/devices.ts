/** The names of a device from its user agent; empty if unknown. */
export interface Device {
  readonly browser: string;
  readonly system: string;
  readonly device: "desktop" | "phone" | "tablet" | "other";
}

// The order matters: most browsers also include the names of others.
const browsers: readonly [RegExp, string][] = [
  [/\bLine\//, "LINE"],
  [/\bMicroMessenger\//, "WeChat"],
  [/\bFBA[NV]\//, "Facebook"],
  [/\bEdgA?(iOS)?\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\b(Headless)?Chrome\/|\bCriOS\//, "Chrome"],
  [/\bVersion\/[\d.]+.*\bSafari\//, "Safari"],
];

const systems: readonly [RegExp, string][] = [
  [/\biPad\b/, "iPadOS"],
  [/\biPhone\b|\biPod\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

const desktopSystems = ["Windows", "ChromeOS", "macOS", "Linux"];

/** The device of a user agent, without versions, which change by themselves and do not identify a place. */
export function deviceOf(userAgent: string): Device {
  const browser = nameOf(browsers, userAgent);
  const system = nameOf(systems, userAgent);
  return { browser, system, device: kindOf(system, userAgent) };
}

/** The same as one line of text: "Chrome, Windows". Empty when nothing is known. */
export function deviceName({ browser, system }: Device): string {
  return [browser, system].filter(Boolean).join(", ");
}

function nameOf(names: readonly [RegExp, string][], userAgent: string): string {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? "";
}

function kindOf(system: string, userAgent: string): Device["device"] {
  if (system === "iPadOS") return "tablet";
  if (system === "iOS") return "phone";
  if (system === "Android") return /\bMobile\b/.test(userAgent) ? "phone" : "tablet";
  return desktopSystems.includes(system) ? "desktop" : "other";
}
