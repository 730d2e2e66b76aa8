import type { EcmaScriptModule } from "oxc-parser";

export interface Import {
  specifier: string;
  /** Removed at run time: `import type`, or every name marked `type`. */
  typeOnly: boolean;
  /** `import()`: loaded later, if at all. */
  dynamic: boolean;
  /** A re-export: `export ... from`. */
  reExport: boolean;
  /** `path:line` of the statement. */
  where: string;
}

/** The imports of a module: static ones, re-exports, and dynamic ones with a literal path. */
export function importsOf(module: EcmaScriptModule, text: string, at: (offset: number) => string): Import[] {
  const imported = module.staticImports.map((statement) => ({
    specifier: statement.moduleRequest.value,
    typeOnly: statement.entries.length > 0 && statement.entries.every((entry) => entry.isType),
    dynamic: false,
    reExport: false,
    where: at(statement.start),
  }));
  const passedOn = module.staticExports.flatMap((statement) => {
    const specifier = statement.entries.find((entry) => entry.moduleRequest !== null)?.moduleRequest?.value;
    if (specifier === undefined) return [];
    const typeOnly = statement.entries.every((entry) => entry.isType);
    return [{ specifier, typeOnly, dynamic: false, reExport: true, where: at(statement.start) }];
  });
  const loaded = module.dynamicImports.flatMap(({ moduleRequest, start }) => {
    const literal = /^(["'`])([^$]*)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end).trim());
    if (literal?.[2] === undefined) return [];
    return [{ specifier: literal[2], typeOnly: false, dynamic: true, reExport: false, where: at(start) }];
  });
  return [...imported, ...passedOn, ...loaded];
}
