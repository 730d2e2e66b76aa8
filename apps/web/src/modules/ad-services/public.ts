export { ServiceTable } from "./components/service-table.tsx";
