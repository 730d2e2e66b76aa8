import type { BrowserContext, Page } from "playwright-core";
import { type Figure, percentile } from "../measure/figures.ts";

const wheelSteps = Number(process.env["BENCH_STEPS"] ?? 120);

/** Milliseconds between the frames of an empty page that is scrolled. */
export async function emptyPageFrames(context: BrowserContext): Promise<number[]> {
  const page = await context.newPage();
  await page.goto("data:text/html,<main style='height:4000000px;background:linear-gradient(white,gray)'></main>");
  const frames = await wheel(page, { x: 720, y: 500 });
  await page.close();
  return frames;
}

/** Turns the wheel over a point of the page and returns the milliseconds between frames. */
export async function wheel(page: Page, over: { x: number; y: number }): Promise<number[]> {
  await page.mouse.move(over.x, over.y);
  const frames = page.evaluate<number[]>(`bench.scrolledFrames(${wheelSteps})`);
  for (let step = 0; step < wheelSteps; step++) await page.mouse.wheel(0, step % 40 < 30 ? 400 : -400);
  return frames;
}

/** The frames of our page compared with those of the empty one. */
export function frameFigures(own: readonly number[], reference: readonly number[]): Figure[] {
  const of = (frames: readonly number[], share: number) =>
    percentile(
      [...frames].sort((a, b) => a - b),
      share,
    );
  const onTime = (frames: readonly number[]) => frames.filter((ms) => ms < 17.5).length / frames.length;
  return [
    { what: "scrolling, milliseconds per frame, p50", unit: "ms", own: of(own, 0.5), reference: of(reference, 0.5) },
    {
      what: "scrolling, milliseconds per frame, p95",
      unit: "ms",
      own: of(own, 0.95),
      reference: of(reference, 0.95),
      wanted: { of: "own", atMost: 17.5 },
    },
    { what: "frames on time (60 a second)", unit: "", own: onTime(own), reference: onTime(reference) },
  ];
}
