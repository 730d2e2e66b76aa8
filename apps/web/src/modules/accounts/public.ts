export { InitialPasswordDialog } from "./components/initial-password-dialog.tsx";
export { QrCode } from "./components/qr-code.tsx";
export { FirstThings } from "./screens/first-things.tsx";
