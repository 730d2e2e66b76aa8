export { HoursEditor } from "./components/hours-editor.tsx";
export { useHoursText } from "./components/use-hours-text.ts";
export { WhyAssigned } from "./components/why-assigned.tsx";
