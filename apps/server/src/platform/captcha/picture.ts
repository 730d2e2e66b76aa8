import { randomInt } from "node:crypto";
import type { Path2D, SKRSContext2D } from "@napi-rs/canvas";
import { captchaCharacters, glyphs } from "./glyphs.ts";

const width = 120;
const height = 40;
const scale = 2;
const length = 4;
/** Colours dark enough to be read on the ground. */
export const inks = ["#1d4ed8", "#0f766e", "#7c3aed", "#b45309", "#be123c", "#334155"];

/** Four characters, none of which is easily taken for another. */
export function newCaptchaText(): string {
  return Array.from({ length }, () => pick(captchaCharacters)).join("");
}

/** A PNG of 120 by 40, drawn at twice that, with the text bent enough for machines and little enough for people. */
export async function drawCaptcha(text: string): Promise<Buffer> {
  // Some 30 MB of memory that a worker, and a server to which nobody signs in, can do without.
  const { createCanvas, Path2D } = await import("@napi-rs/canvas");
  const canvas = createCanvas(width * scale, height * scale);
  const context = canvas.getContext("2d");
  context.scale(scale, scale);
  context.fillStyle = "#f1f5f9";
  context.fillRect(0, 0, width, height);
  drawSpecks(context);
  for (const [index, character] of [...text].entries()) drawCharacter(context, outlineOf(character, Path2D), index);
  for (let line = 0; line < 3; line += 1) drawLine(context);
  return canvas.encode("png");
}

function outlineOf(character: string, Path: typeof Path2D): Path2D {
  const outline = glyphs[character];
  if (!outline) throw new Error("The captcha has a character without a glyph");
  return new Path(outline);
}

function drawCharacter(context: SKRSContext2D, outline: Path2D, index: number): void {
  const size = between(0.165, 0.19);
  context.save();
  context.translate(10 + index * 27 + between(0, 4), height / 2 + between(-2, 2));
  context.rotate(between(-0.28, 0.28));
  context.transform(1, between(-0.08, 0.08), between(-0.2, 0.2), 1, 0, 0);
  context.scale(size, size);
  context.translate(0, -70);
  context.strokeStyle = pick(inks);
  context.lineWidth = between(12, 15);
  context.lineCap = "round";
  context.lineJoin = "round";
  context.stroke(outline);
  context.restore();
}

/** A thin wave across the characters, in their colours, so that they cannot be cut apart by colour or by gaps. */
function drawLine(context: SKRSContext2D): void {
  context.strokeStyle = pick(inks);
  context.globalAlpha = 0.55;
  context.lineWidth = between(0.8, 1.4);
  context.beginPath();
  context.moveTo(-2, between(6, height - 6));
  context.bezierCurveTo(30, between(-8, height + 8), 80, between(-8, height + 8), width + 2, between(6, height - 6));
  context.stroke();
  context.globalAlpha = 1;
}

function drawSpecks(context: SKRSContext2D): void {
  for (let speck = 0; speck < 36; speck += 1) {
    context.fillStyle = pick(inks);
    context.globalAlpha = between(0.15, 0.45);
    context.beginPath();
    context.arc(between(0, width), between(0, height), between(0.4, 1.3), 0, Math.PI * 2);
    context.fill();
  }
  context.globalAlpha = 1;
}

function between(low: number, high: number): number {
  return low + (randomInt(10_000) / 10_000) * (high - low);
}

function pick<Item>(items: readonly Item[]): Item {
  return items[randomInt(items.length)] as Item;
}
