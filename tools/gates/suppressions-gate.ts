import type { Gate, Offence } from "./gate.ts";

const reasonNeeded = /(oxlint-disable(?:-next-line|-line)?|biome-ignore(?:-all|-start)?|@ts-expect-error)(?![\w-])(.*)/;
const neverAllowed = /@ts-ignore|@ts-nocheck|\beslint-disable/;

/** A comment that silences the type checker or a linter gives its reason. */
export const suppressionsGate: Gate = {
  name: "suppressions",
  inspect: (tree) =>
    tree.sources.flatMap((file) => {
      const { comments, at } = tree.parse(file);
      return comments.flatMap(({ value, start }) => judge(value).map((finding) => ({ where: at(start), ...finding })));
    }),
};

function judge(comment: string): Omit<Offence, "where">[] {
  const never = neverAllowed.exec(comment.trim());
  if (never?.index === 0) {
    return [{ what: `uses ${never[0]}`, advice: "Use @ts-expect-error or oxlint-disable-next-line, with a reason." }];
  }
  const directive = reasonNeeded.exec(comment.trim());
  if (directive?.index !== 0) return [];
  const reason = /(?::|--)\s*(\S.{9,})$/.exec(directive[2] ?? "");
  if (reason) return [];
  const shape = directive[1]?.startsWith("oxlint") ? "`-- why`" : "`: why`";
  return [
    { what: `${directive[1]} gives no reason`, advice: `End it with ${shape}, in words that a reader would accept.` },
  ];
}
