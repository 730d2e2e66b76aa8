import { AdScreen } from "../components/ad-screen.tsx";

/** The campaigns of Meta. */
export function CampaignList() {
  return <AdScreen level="campaign" />;
}

/** The ad sets of all campaigns, or of one. */
export function AdsetList() {
  return <AdScreen level="adset" />;
}

/** The ads of all ad sets, or of one. */
export function AdList() {
  return <AdScreen level="ad" />;
}
