export { WelcomeMessage } from "./screens/welcome-message.tsx";
