import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const server = process.env.HOMEROOM_SERVER ?? "http://127.0.0.1:8080";
const fromServer = ["/api_basic", "/api_sso", "/api_users", "/api_webhook", "/openapi.json", "/docs", "/p/", "/l/"];

// What is loaded together is one file, with all that it needs and no group before it has: a hundred small files compress
// worse and wait for one another. Everything else is divided as it is imported.
const together = (name: string, priority: number, ...files: string[]) => ({
  name,
  priority,
  test: (id: string) => files.some((file) => id.endsWith(`/apps/web/src/${file}`)),
});
const groups = [
  together("start", 7, "main.tsx"),
  // What a customer's page shares with the sign-in page, without the rest of that.
  together("public", 6, "ui/public-page/page-preferences.tsx", "platform/plain-call.ts"),
  together("sign-in", 5, "modules/sign-in/screens/sign-in.tsx"),
  together("register", 4, "modules/registration/screens/register.tsx"),
  together("forgot-password", 3, "modules/password-reset/screens/forgot-password.tsx"),
  together("shell", 2, "app/shell/shell.tsx"),
  together("leads", 1, "modules/leads/screens/lead-list.tsx"),
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    target: "es2023",
    chunkSizeWarningLimit: 800,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: {
    proxy: {
      ...Object.fromEntries(fromServer.map((path) => [path, server])),
      "/api_chat": { target: server, ws: true },
    },
  },
});
