declare global {
  /** The global in which the schema library keeps its settings. */
  var __zod_globalConfig: Record<string, unknown> | undefined;
}

// The content security policy forbids `eval`; the schema library would try it and log an error. Its settings are written
// where it looks for them: importing it here would load it on pages that must appear at once.
globalThis.__zod_globalConfig = { ...globalThis.__zod_globalConfig, jitless: true };
