import { join } from "node:path";
import { buildWebApp } from "../tools/start/web-build.ts";
import { emptyPageFrames, frameFigures, wheel } from "./browser/frames.ts";
import { openBrowser } from "./browser/open-browser.ts";
import { type BenchDatabase, withBenchDatabase } from "./measure/database.ts";
import { report } from "./measure/figures.ts";
import { startServer } from "./measure/programs.ts";
import { fillTalks, withoutMessageIndexes } from "./talks/fill-talks.ts";

const conversations = Number(process.env["BENCH_CONVERSATIONS"] ?? 20_000);

await withBenchDatabase(measure);

async function measure(database: BenchDatabase): Promise<void> {
  const centre = await withoutMessageIndexes(database.owner, () =>
    fillTalks(database, "看得見的中心", { conversations, messages: conversations * 5 }),
  );
  await buildWebApp(join(import.meta.dirname, ".."));
  const product = await startServer({ ownerUrl: database.access.ownerUrl, process: "all", serve: false });
  const { context, close } = await openBrowser(centre.token);
  try {
    const reference = await emptyPageFrames(context);
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${product.port}/chat/whatsapp`);
    await page.getByRole("option").nth(5).waitFor();
    const list = await page.getByRole("listbox").boundingBox();
    await page.evaluate(`bench.loadRows("listbox", ${conversations})`);
    const loaded = await page.evaluate<number>("bench.loadedRows('listbox')");
    const frames = await wheel(page, { x: (list?.x ?? 0) + 150, y: 500 });
    report({
      title: `The conversations in a browser: ${loaded.toLocaleString("en")} rows loaded and scrolled`,
      against: "frames of an empty page in the same browser",
      figures: frameFigures(frames, reference),
    });
  } finally {
    await close();
    await product.stop();
  }
}
