export { AgentsTab } from "./components/agents-tab.tsx";
