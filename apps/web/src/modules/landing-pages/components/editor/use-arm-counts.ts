import type { Split } from "@homeroom/contract/landing-splits";
import { useTranslation } from "react-i18next";
import { useNumberText } from "#platform/number-text.ts";

const counted = ["views", "actions", "leads"] as const;

/** What visitors of a version did, in words. */
export function useArmCounts(): (arm: Split["arms"][number]) => string {
  const { t } = useTranslation("landingPages");
  const number = useNumberText();
  return (arm) =>
    counted.map((what) => t(`split.counts.${what}`, { count: arm[what], number: number(arm[what]) })).join(" · ");
}
