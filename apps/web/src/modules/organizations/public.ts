export { BranchSwitcher } from "./components/branch-switcher.tsx";
export { StandingBanner } from "./components/standing-banner.tsx";
export { openBranchSwitcher } from "./components/switcher-opening.ts";
export { WipeBanner } from "./components/wipe-banner.tsx";
export { useLivePlaces } from "./realtime.ts";
