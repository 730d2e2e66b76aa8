export { QrCode } from "./components/qr-code.tsx";
export { RequiredSteps } from "./screens/required-steps.tsx";
