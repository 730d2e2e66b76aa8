import type { PaletteField, PaletteKind } from "@homeroom/contract/palette";

/** A line of the palette. */
export interface PaletteOption {
  /** Unique among all lines. */
  key: string;
  kind: PaletteKind | "page" | "setting" | "action";
  title: string;
  detail: string;
  icon: string;
  /** What held the words. */
  matched?: PaletteField;
  /** Where it leads, or what it does. */
  address?: string;
  run?: () => void;
}
