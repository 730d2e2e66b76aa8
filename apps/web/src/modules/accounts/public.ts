export { InitialPasswordDialog } from "./components/initial-password-dialog.tsx";
export { FirstThings } from "./screens/first-things.tsx";
