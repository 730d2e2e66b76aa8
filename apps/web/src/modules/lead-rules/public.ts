export { HoursEditor } from "./components/hours-editor.tsx";
export { WhyAssigned } from "./components/why-assigned.tsx";
