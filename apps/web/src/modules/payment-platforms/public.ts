export { PlatformsTab } from "./components/platforms-tab.tsx";
