export { QrCode } from "./components/qr-code.tsx";
export { FirstThings } from "./screens/first-things.tsx";
