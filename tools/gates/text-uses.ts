import { type Argument, type CallExpression, type Expression, Visitor } from "oxc-parser";
import { isTestFile, type SourceTree } from "./source-tree.ts";

/** A key in the code. `pattern`: it has a part that is known only at run time: `status.${name}`. */
export interface TextUse {
  where: string;
  /** Possible namespaces; empty if the code names none. */
  namespaces: readonly string[];
  key: string;
  pattern?: RegExp;
}

export interface TextUses {
  uses: TextUse[];
  /** Every string literal of the code: a key in a list is used, even if `t` is called elsewhere. */
  literals: ReadonlySet<string>;
}

/** The texts that the web app uses. */
export function textUses(tree: SourceTree): TextUses {
  const uses: TextUse[] = [];
  const literals = new Set<string>();
  for (const file of tree.sources.filter((source) => !isTestFile(source))) {
    if (file.startsWith("apps/web/src/")) uses.push(...usesOf(tree, file));
    if (/^(apps|packages|database)\//.test(file)) collectLiterals(tree, file, literals);
  }
  // The texts that the next list will use.
  for (const file of tree.files.filter((name) => name.endsWith(".template")))
    for (const [, text = ""] of tree.read(file).matchAll(/"([^"\n]+)"/g)) literals.add(text);
  return { uses, literals };
}

function usesOf(tree: SourceTree, file: string): TextUse[] {
  const { program, at } = tree.parse(file);
  const namespaces = new Set<string>();
  const calls: CallExpression[] = [];
  const elements: { key: string; start: number }[] = [];
  const visitor = new Visitor({
    CallExpression(call) {
      const name = calledName(call.callee);
      if (name === "useTranslation") for (const found of strings(call.arguments[0])) namespaces.add(found);
      if (name === "getFixedT") for (const found of strings(call.arguments[1])) namespaces.add(found);
      if (name === "t") calls.push(call);
    },
    JSXAttribute({ name, value }) {
      const isKey = name.type === "JSXIdentifier" && name.name === "i18nKey";
      if (isKey && value?.type === "Literal") elements.push({ key: String(value.value), start: value.start });
    },
  });
  visitor.visit(program);
  const own = [...namespaces];
  const fromCalls = calls.flatMap((call) => {
    const said = namespaceOption(call) ?? own;
    return keysOf(call.arguments[0]).map((found) => named({ ...found, where: at(call.start), namespaces: said }));
  });
  const fromElements = elements.map(({ key, start }) => named({ key, where: at(start), namespaces: own }));
  return [...fromCalls, ...fromElements];
}

function calledName(callee: Expression): string | undefined {
  if (callee.type === "Identifier") return callee.name;
  const property = callee.type === "MemberExpression" ? callee.property : undefined;
  return property?.type === "Identifier" ? property.name : undefined;
}

/** `t("name", { ns: "route" })` */
function namespaceOption({ arguments: [, options] }: CallExpression): string[] | undefined {
  if (options?.type !== "ObjectExpression") return undefined;
  for (const property of options.properties) {
    if (property.type !== "Property" || property.key.type !== "Identifier" || property.key.name !== "ns") continue;
    return strings(property.value);
  }
  return undefined;
}

function keysOf(argument: Argument | undefined): { key: string; pattern?: RegExp }[] {
  if (argument?.type === "ConditionalExpression")
    return [...keysOf(argument.consequent), ...keysOf(argument.alternate)];
  if (argument?.type === "TSAsExpression") return keysOf(argument.expression);
  if (argument?.type === "TemplateLiteral") {
    const parts = argument.quasis.map(({ value }) => value.cooked ?? value.raw);
    if (parts.length === 1) return [{ key: parts[0] ?? "" }];
    if (parts.every((part) => part === "")) return [];
    return [{ key: parts.join("*"), pattern: patternOf(parts) }];
  }
  return strings(argument).map((key) => ({ key }));
}

function patternOf(parts: readonly string[]): RegExp {
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("[\\w.-]+")}$`);
}

function strings(argument: Argument | undefined): string[] {
  if (argument?.type === "Literal" && typeof argument.value === "string") return [argument.value];
  if (argument?.type === "ArrayExpression") {
    return argument.elements.flatMap((element) => (element ? strings(element) : []));
  }
  return [];
}

/** `leads:title` contains its namespace. */
function named(use: TextUse): TextUse {
  const own = /^(\w+):(.+)$/.exec(use.key);
  if (!own) return use;
  const [, namespace = "", key = ""] = own;
  const pattern = use.pattern && new RegExp(use.pattern.source.replace(`^${namespace}:`, "^"));
  return { ...use, namespaces: [namespace], key, ...(pattern && { pattern }) };
}

function collectLiterals(tree: SourceTree, file: string, literals: Set<string>): void {
  const visitor = new Visitor({
    Literal({ value }) {
      if (typeof value === "string") literals.add(value);
    },
    TemplateElement({ value }) {
      if (value.cooked) literals.add(value.cooked);
    },
  });
  visitor.visit(tree.parse(file).program);
}
