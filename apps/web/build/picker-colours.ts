import { FastColor } from "@ant-design/fast-color";

/** What antd's button, tag and tooltip need of the colour picker, without the picker and the panels in it (`light-colours.ts`). */
export class AggregationColor extends FastColor {}

/** Whether a filled button of this colour needs dark text, as antd's colour picker decides it. */
export function isBright(colour: AggregationColor, background: string): boolean {
  const { r, g, b, a } = colour;
  if (a <= 0.5) return new FastColor(colour).onBackground(background).toHsv().v > 0.5;
  return r * 0.299 + g * 0.587 + b * 0.114 > 192;
}

/** A colour in any notation; black for a tooltip without one, as antd's colour picker reads it. */
export function generateColor(colour: string | AggregationColor = ""): AggregationColor {
  return colour instanceof AggregationColor ? colour : new AggregationColor(colour);
}
