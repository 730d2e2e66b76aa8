import type { ESTree } from "vite";

type Node = ESTree.Span & { readonly type: string };

interface ModuleContext {
  /** Calls whose request schema stays, as `orders.refund`. */
  readonly requestsRead: ReadonlySet<string>;
  /** What another module exports that needs no schema library. */
  plainNamesOf(specifier: string): ReadonlySet<string>;
}

export interface DividedModule {
  /** The statements that need no schema library; everything in them is exported. */
  readonly plain: string;
  /** The others. They import what they need from `<own>?plain`, and re-export what the module exports of it. */
  readonly rest: string;
  /** The plain exports of the module. */
  readonly plainNames: ReadonlySet<string>;
}

interface Statement {
  readonly names: readonly string[];
  readonly exported: boolean;
  readonly text: string;
  /** Every name that its code uses, including its own. */
  readonly uses: ReadonlySet<string>;
}

/**
 * Divides a module of the contract. A statement is plain if everything that it uses, directly or indirectly, is plain. The
 * schemas of a call do not count: they are left out of it. Types are left out too. Constants that call something are marked
 * as pure, so that the bundler drops unused ones.
 */
export function divideModule(
  own: string,
  source: string,
  program: ESTree.Program,
  context: ModuleContext,
): DividedModule {
  const imports = program.body.filter((node) => node.type === "ImportDeclaration");
  const statements = program.body.flatMap((node) => statementOf(source, node, context.requestsRead) ?? []);
  const heavy = new Set(imports.flatMap((one) => heavyImports(one, context)));
  const isHeavy = ({ uses }: Statement) => [...uses].some((name) => heavy.has(name));
  for (let before = -1; before !== heavy.size; ) {
    before = heavy.size;
    for (const name of statements.filter(isHeavy).flatMap(({ names }) => names)) heavy.add(name);
  }
  const plain = statements.filter((one) => !isHeavy(one));
  const rest = statements.filter(isHeavy);
  const heads = imports.map(({ start, end }) => source.slice(start, end));
  const plainNames = new Set(plain.flatMap(({ names, exported }) => (exported ? names : [])));
  const needed = plain.flatMap(({ names }) => names.filter((name) => rest.some(({ uses }) => uses.has(name))));
  return {
    plain: [...heads, ...plain.map(({ text }) => `export ${text}`)].join("\n"),
    rest: [
      ...heads,
      `import { ${needed.join(", ")} } from "${own}?plain";`,
      `export { ${[...plainNames].join(", ")} } from "${own}?plain";`,
      ...rest.map(({ text, exported }) => (exported ? `export ${text}` : text)),
    ].join("\n"),
    plainNames,
  };
}

/** Table and call of each request schema that a source file reads; a table imported by another name has its own. */
export function requestsReadBy(source: string): string[] {
  return [...source.matchAll(/\b(\w+)\.(\w+)\.request\b/g)].map(([, local = "", call]) => {
    const renamed = new RegExp(`\\b(\\w+) as ${local}\\b`).exec(source)?.[1];
    return `${renamed ?? local}.${call}`;
  });
}

function heavyImports(node: ESTree.ImportDeclaration, { plainNamesOf }: ModuleContext): string[] {
  const plain = plainNamesOf(node.source.value);
  return node.specifiers.flatMap((one) => {
    const imported = one.type === "ImportSpecifier" && one.imported.type === "Identifier" ? one.imported.name : "*";
    return plain.has(imported) ? [] : [one.local.name];
  });
}

/** A statement that is more than a type; null for types and imports. */
function statementOf(source: string, node: ESTree.Statement, requestsRead: ReadonlySet<string>): Statement | null {
  const exported = node.type === "ExportNamedDeclaration";
  const declaration = exported ? node.declaration : node;
  if (!declaration || declaration.type === "ImportDeclaration" || declaration.type.startsWith("TS")) return null;
  const edits: Edit[] = [];
  const uses = new Set<string>();
  visit(declaration, "");
  if (declaration.type === "VariableDeclaration") for (const one of declaration.declarations) markAsPure(one);
  return { names: namesOf(declaration), exported, uses, text: edited(source, declaration, edits) };

  function visit(part: Node, path: string): void {
    if (part.type === "Identifier") uses.add((part as ESTree.IdentifierReference).name);
    const skipped = schemasOf(part, path, requestsRead);
    for (const { start, end } of skipped) edits.push({ start, end, text: "" });
    for (const child of codeWithin(part)) {
      if (!skipped.includes(child)) visit(child, `${path}.${nameOf(part)}`);
    }
  }

  function markAsPure({ init }: ESTree.VariableDeclarator): void {
    if (!init || /Function|Literal/.test(init.type)) return;
    edits.push({ start: init.start, end: init.start, text: "/* @__PURE__ */ (() => (" });
    edits.push({ start: init.end, end: init.end, text: "))()" });
  }
}

/** The properties of an endpoint that hold its schemas. */
function schemasOf(node: Node, path: string, requestsRead: ReadonlySet<string>): Node[] {
  if (node.type !== "ObjectExpression" || !path.endsWith(".endpoint")) return [];
  const call = path.split(".").filter(Boolean).slice(0, -1).join(".");
  return (node as ESTree.ObjectExpression).properties.filter((one) => {
    const name = one.type === "Property" && one.key.type === "Identifier" ? one.key.name : null;
    return name === "response" || (name === "request" && !requestsRead.has(call));
  });
}

/** What a node adds to the path of its children: the constant, the property, the called function. */
function nameOf(node: Node): string {
  const { id, key, callee } = node as { id?: Node | null; key?: Node; callee?: Node };
  const named = id ?? key ?? callee;
  return named?.type === "Identifier" ? (named as ESTree.IdentifierName).name : "";
}

function namesOf(declaration: Node): string[] {
  if (declaration.type !== "VariableDeclaration") return [nameOf(declaration)];
  return (declaration as ESTree.VariableDeclaration).declarations.map(nameOf);
}

/** The child nodes that are code, without types and property names. */
function codeWithin(node: Node): Node[] {
  return Object.entries(node).flatMap(([field, value]: [string, unknown]) => {
    const isName = (field === "key" || field === "property") && !(node as { computed?: boolean }).computed;
    return isName || /^type/i.test(field) ? [] : [value].flat().filter(isCode);
  });
}

function isCode(part: unknown): part is Node {
  if (typeof part !== "object" || part === null || !("type" in part) || typeof part.type !== "string") return false;
  return !part.type.startsWith("TS") || part.type.endsWith("Expression");
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The text of a node with its edits applied from the last to the first; at the same place, an insertion comes before a
 * removal.
 */
function edited(source: string, { start, end }: Node, edits: readonly Edit[]): string {
  let text = source.slice(start, end);
  for (const edit of edits.toSorted((one, other) => other.start - one.start)) {
    const comma = edit.end > edit.start && text[edit.end - start] === "," ? 1 : 0;
    text = text.slice(0, edit.start - start) + edit.text + text.slice(edit.end - start + comma);
  }
  return text;
}
