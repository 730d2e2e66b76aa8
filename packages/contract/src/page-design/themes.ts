/** What a design defines: colours, fonts, corners, and the look of its first section. */
export interface Theme {
  readonly paper: string;
  /** The background of every second section. */
  readonly soft: string;
  readonly ink: string;
  readonly quiet: string;
  /** The background of buttons; white text on it has a contrast of at least 4.5:1. */
  readonly accent: string;
  /** Accent-coloured words on paper and on soft. */
  readonly accentInk: string;
  readonly radius: number;
  readonly letters: "sans" | "serif" | "round";
  /** `split`: text beside the picture. `cover`: text on the picture. `centre`: text above it. */
  readonly hero: "split" | "cover" | "centre";
}

/** The designs. Their names are in the web app's texts. */
export const themes = {
  daylight: {
    paper: "#ffffff",
    soft: "#f2f6fb",
    ink: "#16233b",
    quiet: "#51607a",
    accent: "#1d5fd1",
    accentInk: "#1a56bd",
    radius: 14,
    letters: "sans",
    hero: "split",
  },
  camp: {
    paper: "#fffdf6",
    soft: "#eef6e4",
    ink: "#203322",
    quiet: "#4f6151",
    accent: "#2f7a35",
    accentInk: "#27682c",
    radius: 22,
    letters: "round",
    hero: "cover",
  },
  studio: {
    paper: "#fbf7f2",
    soft: "#f2e9df",
    ink: "#33261d",
    quiet: "#6a5748",
    accent: "#9c4221",
    accentInk: "#8d3b1d",
    radius: 4,
    letters: "serif",
    hero: "split",
  },
  recital: {
    paper: "#14131a",
    soft: "#1e1c27",
    ink: "#f5f2ff",
    quiet: "#bdb6d3",
    accent: "#7c4dd8",
    accentInk: "#c4acff",
    radius: 10,
    letters: "serif",
    hero: "cover",
  },
  playground: {
    paper: "#ffffff",
    soft: "#fff3ea",
    ink: "#3a2140",
    quiet: "#6b5570",
    accent: "#c2410c",
    accentInk: "#b03a0a",
    radius: 26,
    letters: "round",
    hero: "centre",
  },
  academy: {
    paper: "#ffffff",
    soft: "#f4f4ef",
    ink: "#1c2430",
    quiet: "#57606c",
    accent: "#0b4f4a",
    accentInk: "#0b4f4a",
    radius: 2,
    letters: "serif",
    hero: "centre",
  },
  sprint: {
    paper: "#ffffff",
    soft: "#eef2f3",
    ink: "#0d1b1e",
    quiet: "#4b5a5e",
    accent: "#b91c3c",
    accentInk: "#a81937",
    radius: 0,
    letters: "sans",
    hero: "cover",
  },
  harbour: {
    paper: "#f7fbfc",
    soft: "#e4f1f4",
    ink: "#12323a",
    quiet: "#476068",
    accent: "#0f6a7d",
    accentInk: "#0d5e6f",
    radius: 16,
    letters: "sans",
    hero: "split",
  },
} as const satisfies Record<string, Theme>;

export type ThemeName = keyof typeof themes;
export const themeNames = Object.keys(themes) as [ThemeName, ...ThemeName[]];
