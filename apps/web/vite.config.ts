import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { callsWithoutSchemas } from "./build/calls-without-schemas.ts";
import { firstLoadLimits } from "./build/first-load.ts";
import { lightColours } from "./build/light-colours.ts";
import { noChunkCycles } from "./build/no-chunk-cycles.ts";
import { preloadShell } from "./build/preload-shell.ts";
import { textsAsFiles } from "./build/texts-as-files.ts";

const server = process.env.HOMEROOM_SERVER ?? "http://127.0.0.1:8080";
const fromServer = ["/api_basic", "/api_sso", "/api_users", "/api_webhook", "/openapi.json", "/docs", "/p/", "/l/"];

// What is loaded together is one file, with all that it imports and no group before it has: a hundred small files compress
// worse and wait for one another. Everything else is divided as it is imported.
const together = (name: string, priority: number, ...files: string[]) => ({
  name,
  priority,
  test: (id: string) => files.some((file) => id.endsWith(`/apps/web/src/${file}`)),
});
const isCore = (id: string) => core.some((file) => id.endsWith(`/apps/web/src/${file}`));
const core = [
  "platform/i18n/i18n.ts",
  "platform/plain-call.ts",
  "platform/product.ts",
  "platform/i18n/language-names.ts",
  "ui/public-page/public-navigation.tsx",
  "app/first-paint.ts",
  "app/appearance.ts",
  "app/app.css",
  "ui/theme/tokens.css",
];
// What a group imports comes along even where it uses nothing of it. These are what only forms use.
const apart = (name: string, test: RegExp) => ({ name, priority: 10, test, includeDependenciesRecursively: false });
const groups = [
  apart("schemas", /\/node_modules\/zod\/|\/packages\/contract\/src\/(?!.*\?plain$)/),
  apart("form-kit", /\/node_modules\/@rc-component\/(async-validator|form\/es\/(?!FormContext))/),
  // What the schemas of landing pages share with the editor: inside the editor's chunk it would make the schemas need the editor,
  // which needs the schemas.
  { name: "page-design", priority: 9, test: /\/packages\/contract\/src\/page-design\/.*\?plain$/ },
  // What every page needs, the one without the router too.
  {
    name: "core",
    priority: 8,
    test: (id: string) =>
      /\/node_modules\/(react|react-dom|react-i18next)\/|vite\/preload-helper|\/contract\/src\/currencies\.ts\?plain$/.test(
        id,
      ) || isCore(id),
  },
  together("start", 7, "main.tsx"),
  // Registration and the lead list both name countries.
  together("countries", 6.8, "platform/countries.ts"),
  together("router", 6.5, "app/routed-app.tsx"),
  // What a customer's page shares with the sign-in page, without the rest of that.
  together("public", 6, "ui/public-page/page-preferences.tsx"),
  together("sign-in", 5, "modules/sign-in/screens/sign-in.tsx"),
  together("register", 4, "modules/registration/screens/register.tsx"),
  together("forgot-password", 3, "modules/password-reset/screens/forgot-password.tsx"),
  together("shell", 2, "app/shell/shell.tsx"),
  together("leads", 1, "modules/leads/screens/lead-list.tsx"),
  // Menus show a third of these icons at once.
  together("menu-icons", 0.5, "ui/icon/named-icons.tsx"),

  // What the schemas have of the contract's plain parts; elsewhere they would draw in the screens that use the same.
  { ...apart("calls", /\/packages\/contract\/src\/(?!errors\/|page-design\/).*\?plain$/), priority: 0 },
];

const sources = join(import.meta.dirname, "src");
const contract = join(import.meta.dirname, "../../packages/contract/src/");

// What a page does not use of these packages may be left out; they do not say so themselves. Of a module's public.ts a page
// loads only what it imports from there.
const withoutSideEffects = /\/node_modules\/(@rc-component|@ant-design|dayjs)\/|\/src\/modules\/[\w-]+\/public\.ts$/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    callsWithoutSchemas(contract, sources),
    textsAsFiles(join(sources, "platform/i18n")),
    lightColours(),
    preloadShell({ shell: ["/app/routed-app.tsx", "/app/shell/shell.tsx"], public: ["/app/public-pages.tsx"] }),
    noChunkCycles(),
    firstLoadLimits(),
  ],
  build: {
    target: "es2023",
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      // Customers pay on a page of its own: nothing of the app's router and shell is loaded for it.
      input: { index: join(import.meta.dirname, "index.html"), pay: join(import.meta.dirname, "pay.html") },
      treeshake: { moduleSideEffects: [{ test: withoutSideEffects, sideEffects: false }] },
      output: { codeSplitting: { groups } },
    },
  },
  server: {
    proxy: {
      ...Object.fromEntries(fromServer.map((path) => [path, server])),
      "/api_chat": { target: server, ws: true },
    },
  },
});
