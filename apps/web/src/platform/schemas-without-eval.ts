declare global {
  /** Where the schema library keeps its settings. */
  var __zod_globalConfig: Record<string, unknown> | undefined;
}

// The content security policy forbids making code from text; the schema library would try it and be refused, loudly. Its
// settings are written where it looks for them: importing it here would bring it onto pages that have to be there at once.
globalThis.__zod_globalConfig = { ...globalThis.__zod_globalConfig, jitless: true };
