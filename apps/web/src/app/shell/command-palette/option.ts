import type { PaletteField, PaletteKind } from "@homeroom/contract/palette";

/** A line of the palette. */
export interface PaletteOption {
  /** Unique among all lines. */
  key: string;
  kind: PaletteKind | "page" | "setting" | "action";
  title: string;
  detail: string;
  icon: string;
  /** Where the words matched. */
  matched?: PaletteField;
  /** The address that it opens, or the action that it runs. */
  address?: string;
  run?: () => void;
}
