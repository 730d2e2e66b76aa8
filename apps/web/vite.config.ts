import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const server = process.env.HOMEROOM_SERVER ?? "http://127.0.0.1:8080";
const fromServer = ["/api_basic", "/api_sso", "/api_users", "/api_webhook", "/openapi.json", "/docs", "/p/", "/l/"];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: { target: "es2023", chunkSizeWarningLimit: 800 },
  server: {
    proxy: {
      ...Object.fromEntries(fromServer.map((path) => [path, server])),
      "/api_chat": { target: server, ws: true },
    },
  },
});
