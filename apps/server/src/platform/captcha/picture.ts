import { randomInt } from "node:crypto";
import type { Path2D, SKRSContext2D } from "@napi-rs/canvas";

const width = 120;
const height = 40;
const scale = 2;
const length = 4;
/** Colours dark enough to be read on the ground. */
export const inks = ["#1d4ed8", "#0f766e", "#7c3aed", "#b45309", "#be123c", "#334155"];

/** Four characters that are not easily confused with others. */
export function newCaptchaText(): string {
  return Array.from({ length }, () => pick(captchaCharacters)).join("");
}

/** A PNG of 120 by 40, drawn at twice that, with the text distorted enough to stop machines but still readable for people. */
export async function drawCaptcha(text: string): Promise<Buffer> {
  // Loaded on first use: it takes some 30 MB of memory, which a worker never needs.
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

/**
 * Characters of the captcha as strokes in a box of 100 by 140, as SVG paths: a machine without any font
 * can draw them too. Characters that people confuse are left out: 0 O D Q, 1 I L, 2 Z, 5 S, 8 B, G (a 6), U V.
 */
export const glyphs: Readonly<Record<string, string>> = {
  A: "M12 130 L50 10 L88 130 M26 90 L74 90",
  C: "M86 34 C62 -4 12 4 12 70 C12 136 62 144 86 106",
  E: "M84 10 L18 10 L18 130 L84 130 M18 68 L72 68",
  F: "M84 10 L18 10 L18 130 M18 70 L70 70",
  H: "M16 10 L16 130 M84 10 L84 130 M16 70 L84 70",
  J: "M40 10 L84 10 M66 10 L66 98 C66 138 18 140 14 102",
  K: "M18 10 L18 130 M84 10 L18 82 M42 58 L86 130",
  M: "M10 130 L18 10 L50 84 L82 10 L90 130",
  N: "M16 130 L16 10 L84 130 L84 10",
  P: "M18 130 L18 10 L54 10 C94 10 94 76 54 76 L18 76",
  R: "M18 130 L18 10 L54 10 C94 10 94 72 54 72 L18 72 M52 72 L88 130",
  T: "M10 10 L90 10 M50 10 L50 130",
  W: "M6 10 L28 130 L50 46 L72 130 L94 10",
  X: "M14 10 L86 130 M86 10 L14 130",
  Y: "M12 10 L50 72 L88 10 M50 72 L50 130",
  3: "M16 26 C34 0 84 2 84 38 C84 62 62 68 44 68 C66 68 90 76 90 100 C90 142 30 142 12 114",
  4: "M70 130 L70 10 L10 96 L92 96",
  6: "M80 20 C40 -4 12 48 14 92 C16 146 88 142 88 94 C88 54 34 50 18 84",
  7: "M12 10 L88 10 C66 48 46 86 42 130",
  9: "M20 120 C60 144 88 92 86 48 C84 -6 12 -2 12 46 C12 86 66 90 82 56",
};

export const captchaCharacters = Object.keys(glyphs);
