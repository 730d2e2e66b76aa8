import type { Comment, ExportNamedDeclaration } from "oxc-parser";
import type { Gate, Offence } from "./gate.ts";
import { isTestFile, type SourceTree } from "./source-tree.ts";

const covered = [
  /^apps\/(server|web)\/src\/platform\//,
  /^apps\/(server|web)\/src\/(modules|integrations)\/[^/]+\/(public|port)\.ts$/,
  /^packages\/contract\/src\//,
];

/** Functions for other modules have a docstring (docs/style.md, Comments). */
export const docstringsGate: Gate = {
  name: "docstrings",
  inspect: (tree) =>
    tree.sources
      .filter((file) => covered.some((pattern) => pattern.test(file)) && !isTestFile(file))
      .flatMap((file) => undocumented(tree, file)),
};

function undocumented(tree: SourceTree, file: string): Offence[] {
  const { program, comments, at } = tree.parse(file);
  const text = tree.read(file);
  return program.body.flatMap((statement) => {
    if (statement.type !== "ExportNamedDeclaration") return [];
    const name = functionName(statement);
    if (name === undefined || hasDocstring(comments, text, statement.start)) return [];
    const advice = "Say above it in one to four lines what it promises, its units and what it throws.";
    return [{ where: at(statement.start), what: `${name} has no docstring`, advice }];
  });
}

function functionName({ declaration }: ExportNamedDeclaration): string | undefined {
  if (declaration?.type === "FunctionDeclaration") return declaration.id?.name;
  if (declaration?.type !== "VariableDeclaration") return undefined;
  const [first] = declaration.declarations;
  const isFunction = first?.init?.type === "ArrowFunctionExpression" || first?.init?.type === "FunctionExpression";
  return isFunction && first.id.type === "Identifier" ? first.id.name : undefined;
}

function hasDocstring(comments: readonly Comment[], text: string, start: number): boolean {
  return comments.some(
    ({ type, value, end }) =>
      type === "Block" && value.startsWith("*") && /^\s*$/.test(text.slice(end, start)) && end <= start,
  );
}
