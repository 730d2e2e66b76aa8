import { type Argument, type CallExpression, type TaggedTemplateExpression, Visitor } from "oxc-parser";
import type { SourceTree } from "./source-tree.ts";

/** A place with SQL; `table` if it names a table of the schema. */
export interface TableUse {
  table: string | undefined;
  writes: boolean;
  where: string;
}

const schemaFile = "database/schema.ts";
const writing = new Set(["insertInto", "updateTable", "deleteFrom", "mergeInto"]);
const reading = new Set(["selectFrom", "selectNoFrom"]);
/** Functions of the platform that read a row of the table that is their third argument. */
const readingRows = new Set(["findRow", "lockRow"]);
const joining = new Set(["innerJoin", "leftJoin", "rightJoin", "fullJoin", "crossJoin", "using"]);
const rawTable =
  /(?<before>\b(?:for|do)\s+)?\b(?<verb>from|join|into|update|using)\s+(?:only\s+)?"?(?<table>[a-z_]+)"?/gi;

/** The tables that database/schema.ts declares. */
export function tableNames(tree: SourceTree): ReadonlySet<string> {
  const names = new Set<string>();
  if (!tree.files.includes(schemaFile)) return names;
  const visitor = new Visitor({
    TSInterfaceDeclaration({ id, body }) {
      if (id.name !== "Schema") return;
      for (const member of body.body) {
        if (member.type === "TSPropertySignature" && member.key.type === "Identifier") names.add(member.key.name);
      }
    },
  });
  visitor.visit(tree.parse(schemaFile).program);
  return names;
}

/** Every use of the query builder and of SQL text in a file. */
export function tableUses(tree: SourceTree, file: string, tables: ReadonlySet<string>): TableUse[] {
  const { program, at } = tree.parse(file);
  const uses: TableUse[] = [];
  const visitor = new Visitor({
    CallExpression(call) {
      uses.push(...ofBuilder(call, tables).map((use) => ({ ...use, where: at(call.callee.end) })));
    },
    TaggedTemplateExpression(template) {
      if (!isSqlTag(template)) return;
      uses.push(...ofText(template, tables).map((use) => ({ ...use, where: at(template.start) })));
    },
  });
  visitor.visit(program);
  return uses;
}

type FoundUse = Omit<TableUse, "where">;

function ofBuilder({ callee, arguments: given }: CallExpression, tables: ReadonlySet<string>): FoundUse[] {
  if (callee.type === "Identifier" && readingRows.has(callee.name)) return ofRow(given[2]);
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return [];
  const { name } = callee.property;
  const writes = writing.has(name);
  if (!writes && !reading.has(name) && !joining.has(name)) return [];
  const named = given
    .slice(0, 1)
    .flatMap(literals)
    .filter((table) => tables.has(table));
  if (named.length > 0) return named.map((table) => ({ table, writes }));
  return joining.has(name) ? [] : [{ table: undefined, writes }];
}

function ofRow(table: Argument | undefined): FoundUse[] {
  const [name] = table ? literals(table) : [];
  return [{ table: name, writes: false }];
}

function literals(argument: Argument): string[] {
  if (argument.type === "ArrayExpression") {
    return argument.elements.flatMap((element) => (element ? literals(element) : []));
  }
  const isText = argument.type === "Literal" && typeof argument.value === "string";
  return isText ? [argument.value.split(" ")[0] ?? ""] : [];
}

function isSqlTag({ tag }: TaggedTemplateExpression): boolean {
  return tag.type === "Identifier" && tag.name === "sql";
}

function ofText({ quasi }: TaggedTemplateExpression, tables: ReadonlySet<string>): FoundUse[] {
  const text = quasi.quasis.map(({ value }) => value.raw).join(" ? ");
  const named = Array.from(text.matchAll(rawTable)).flatMap((match) => {
    const { before, verb = "", table = "" } = match.groups ?? {};
    if (!tables.has(table) || before !== undefined) return [];
    const deletes = /\bdelete\s+$/i.test(text.slice(0, match.index));
    return [{ table, writes: deletes || /^(into|update)$/i.test(verb) }];
  });
  return named.length > 0 ? named : [{ table: undefined, writes: false }];
}
