import { AdScreen } from "../components/ad-screen.tsx";
import { adPlatforms } from "../rules/platforms.ts";

/** The campaigns of Meta. */
export function CampaignList() {
  return <AdScreen platform={adPlatforms.meta} level="campaign" />;
}

/** The ad sets of all campaigns, or of one. */
export function AdsetList() {
  return <AdScreen platform={adPlatforms.meta} level="adset" />;
}

/** The ads of all ad sets, or of one. */
export function AdList() {
  return <AdScreen platform={adPlatforms.meta} level="ad" />;
}
