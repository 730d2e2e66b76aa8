export { WhyAssigned } from "./components/why-assigned.tsx";
