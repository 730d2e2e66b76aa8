import { join } from "node:path";
import { buildScripts } from "./bundle/built-scripts.ts";
import { type Figure, report } from "./measure/figures.ts";

const web = join(import.meta.dirname, "../apps/web");

const product = await buildScripts({ root: web, configFile: join(web, "vite.config.ts") });
const figures: Figure[] = [
  {
    what: "scripts of the sign-in page, gzipped",
    unit: "KB",
    own: product.sizeOf(["sign-in/screens/sign-in.tsx"], "src/main.tsx"),
    reference: await bare("bare-sign-in"),
    wanted: { of: "own", atMost: 120 },
  },
  {
    what: "scripts of the registration, gzipped",
    unit: "KB",
    own: product.sizeOf(["registration/screens/register.tsx"], "src/main.tsx"),
    reference: await bare("bare-sign-in"),
    wanted: { of: "own", atMost: 120 },
  },
  {
    what: "scripts of the page on which customers pay, gzipped",
    unit: "KB",
    own: product.sizeOf(["payments/screens/pay.tsx"], "app/pay-page.tsx"),
    reference: await bare("bare-sign-in"),
    wanted: { of: "own", atMost: 120 },
  },
  {
    what: "scripts of the signed-in shell with the lead list, gzipped",
    unit: "KB",
    own: product.sizeOf(["app/shell/shell.tsx", "leads/screens/lead-list.tsx"], "src/main.tsx"),
    reference: await bare("bare-table"),
    wanted: { of: "own", atMost: 320 },
  },
];
report({
  title: "Scripts that a browser loads before a page is shown",
  against: "the same build of React with one form; of antd's layout, menu and table alone",
  figures,
});

async function bare(name: string): Promise<number> {
  const input = join(import.meta.dirname, "bundle", `${name}.js`);
  const scripts = await buildScripts({
    root: import.meta.dirname,
    configFile: false,
    build: { target: "es2023", rolldownOptions: { input } },
  });
  return scripts.sizeOf([]);
}
