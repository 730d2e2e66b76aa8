interface ImportMetaEnv {
  /** Where a build has its texts; see `build/texts-as-files.ts`. */
  readonly TEXTS: string;
}
