/** The greys and semantic colours of a theme. `tokens.css` holds the same values for the first paint; a test compares. */
export interface Palette {
  page: string;
  surface: string;
  /** Menus, dialogs, drawers. */
  raised: string;
  /** Table heads, code, skeletons, the other side's bubbles. */
  sunken: string;
  /** Raised parts on a sunken surface: the selected part of a switch. */
  lifted: string;
  /** Hover, and focus by arrow keys. */
  hover: string;
  hairline: string;
  /** Borders of controls, a little stronger than hairlines. */
  edge: string;
  text: string;
  textQuiet: string;
  success: string;
  successText: string;
  successTint: string;
  warning: string;
  warningText: string;
  warningTint: string;
  danger: string;
  dangerText: string;
  dangerTint: string;
}

export const palettes: Record<"light" | "dark", Palette> = {
  light: {
    page: "#f5f6f8",
    surface: "#ffffff",
    raised: "#ffffff",
    sunken: "#f1f3f6",
    lifted: "#ffffff",
    hover: "#eceff3",
    hairline: "#e6e9ee",
    edge: "#d3d9e1",
    text: "#1b2330",
    textQuiet: "#59657a",
    success: "#16a34a",
    successText: "#166534",
    successTint: "#e9f8ef",
    warning: "#d97706",
    warningText: "#8f4a08",
    warningTint: "#fdf3e2",
    danger: "#dc2626",
    dangerText: "#b01c1c",
    dangerTint: "#fdeceb",
  },
  dark: {
    page: "#0f1115",
    surface: "#171a21",
    raised: "#1e222b",
    sunken: "#1c2029",
    lifted: "#353d4b",
    hover: "#2a303c",
    hairline: "#262b36",
    edge: "#3a4250",
    text: "#e6e9ef",
    textQuiet: "#a0a9b8",
    success: "#16a34a",
    successText: "#6fd99a",
    successTint: "#12291d",
    warning: "#d97706",
    warningText: "#f3b35c",
    warningTint: "#2e2313",
    danger: "#dc2626",
    dangerText: "#f79a94",
    dangerTint: "#341a1c",
  },
};
