import type { AdFigures } from "@homeroom/contract/campaigns";
import { moneyText } from "@homeroom/contract/currencies";

export type FigureName = Exclude<keyof AdFigures, "revenue">;

/** How each figure is written, in the order of the columns. */
export const figureKinds: Readonly<Record<FigureName, "count" | "money" | "rate" | "factor">> = {
  spend: "money",
  impressions: "count",
  reach: "count",
  clicks: "count",
  results: "count",
  ctr: "rate",
  cpc: "money",
  cpm: "money",
  cpp: "money",
  costPerConversion: "money",
  leads: "count",
  leadRate: "rate",
  costPerLead: "money",
  conversations: "count",
  costPerConversation: "money",
  trialsBooked: "count",
  costPerTrialBooked: "money",
  trialsAttended: "count",
  costPerTrialAttended: "money",
  deals: "count",
  costPerDeal: "money",
  roas: "factor",
};
export const figureNames = Object.keys(figureKinds) as readonly FigureName[];

/** Lower costs are an improvement, and higher values of every other figure. */
export function isBetterWhenLower(name: FigureName): boolean {
  return name.startsWith("cost") || name === "cpc" || name === "cpm" || name === "cpp";
}

/** A figure as people read it; null where there is none. */
export function figureText(
  name: FigureName,
  value: number | null,
  { currency, number }: { currency: string; number: (value: number) => string },
): string | null {
  if (value === null) return null;
  const kind = figureKinds[name];
  if (kind === "money") return moneyText(value, currency);
  if (kind === "rate") return `${(value * 100).toFixed(2)}%`;
  return kind === "factor" ? `${value.toFixed(2)}×` : number(value);
}
