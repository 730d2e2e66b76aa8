import { join } from "node:path";
import { chunksOf, firstLoads, kilobytesOf } from "../apps/web/build/first-load.ts";
import { builtScripts } from "./bundle/built-scripts.ts";
import { report } from "./measure/figures.ts";

const web = join(import.meta.dirname, "../apps/web");

const product = await builtScripts({ root: web, configFile: join(web, "vite.config.ts") });
const [form, table] = [await bare("bare-sign-in"), await bare("bare-table")];
report({
  title: "Scripts that a browser loads before a page is shown",
  against: "the same build of React with one form; of antd's layout, menu and table alone",
  figures: firstLoads.map(({ page, sources, atMost }) => ({
    what: `scripts of ${page}, gzipped`,
    unit: "KB",
    own: kilobytesOf(chunksOf(product, sources)),
    reference: atMost > 200 ? table : form,
    wanted: { of: "own", atMost },
  })),
});

async function bare(name: string): Promise<number> {
  const input = join(import.meta.dirname, "bundle", `${name}.js`);
  const chunks = await builtScripts({
    root: import.meta.dirname,
    configFile: false,
    build: { target: "es2023", rolldownOptions: { input } },
  });
  return kilobytesOf(chunks);
}
