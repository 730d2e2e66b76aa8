/** Browser and system by their usual names; empty if unknown. */
export interface Device {
  readonly browser: string;
  readonly os: string;
}

// Order matters: most browsers also include the names of others.
const browsers: readonly (readonly [string, RegExp])[] = [
  ["LINE", /\bLine\/(\d+)/],
  ["WeChat", /\bMicroMessenger\/(\d+)/],
  ["Facebook", /\bFB(?:AV|_IAB)\/(\d*)/],
  ["Edge", /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ["Opera", /\b(?:OPR|Opera)\/(\d+)/],
  ["Samsung Internet", /\bSamsungBrowser\/(\d+)/],
  ["Firefox", /\b(?:Firefox|FxiOS)\/(\d+)/],
  ["Chrome", /\b(?:Chrome|CriOS|HeadlessChrome)\/(\d+)/],
  ["Safari", /\bVersion\/(\d+)[\d.]*.*\bSafari\//],
];

const systems: readonly (readonly [string, RegExp])[] = [
  ["iPadOS", /\biPad\b.*\bOS (\d+)/],
  ["iOS", /\biPhone\b.*\bOS (\d+)/],
  ["HarmonyOS", /\bHarmonyOS\b ?(\d*)/],
  ["Android", /\bAndroid ?(\d*)/],
  ["Windows", /\bWindows NT (\d+)/],
  ["ChromeOS", /\bCrOS\b()/],
  ["macOS", /\bMac OS X\b()/],
  ["Linux", /\bLinux\b()/],
];

/** Reads a User-Agent header: the browser with its version, and the system ("Chrome 142", "iOS 19"). Never throws. */
export function deviceOf(userAgent: string): Device {
  return { browser: firstMatch(browsers, userAgent), os: firstMatch(systems, userAgent) };
}

function firstMatch(known: readonly (readonly [string, RegExp])[], text: string): string {
  for (const [name, pattern] of known) {
    const found = pattern.exec(text);
    if (found) return found[1] ? `${name} ${found[1]}` : name;
  }
  return "";
}
