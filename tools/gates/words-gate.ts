import type { Gate, Offence } from "./gate.ts";
import type { SourceTree } from "./source-tree.ts";

interface Rule {
  pattern: RegExp;
  what: string;
  advice: string;
  /** Only in files that match. */
  only?: RegExp;
}

const rules: readonly Rule[] = [
  {
    pattern:
      /(?<![\w.-])\/(?:work|root|Users\/\w+|home\/(?!node\b)\w+|mnt\/\w+)\/|\/tmp\/(?:wt|n24|briefs)\b|[A-Z]:\\Users\\/,
    what: "names a path of somebody's machine",
    advice: "Take the path from the repository, from a setting, or from the system's temporary folder.",
  },
  {
    pattern: /\bregistry\.(?:npmjs|npmmirror|yarnpkg)\.\w+|\b(?:artifactory|verdaccio|nexus)\b[^\s"']*\/npm|:487[3]\b/i,
    what: "names a package registry",
    advice: "Leave the registry to the machine's own npm settings.",
  },
  {
    pattern: /"resolved": "(?:https?|file):/,
    what: "ties the lockfile to the host that it was made with",
    advice:
      "Make the lockfile with `omit-lockfile-registry-resolved` as .npmrc says: remove the line and run npm install.",
    only: /package-lock\.json$/,
  },
  {
    pattern: /^(?:<{7}|>{7}) |^={7}$/,
    what: "holds an unfinished merge",
    advice: "Choose one side and delete the marks.",
  },
];

const binary = /\.(png|jpe?g|gif|webp|ico|woff2?|ogg|mp[34]|pdf|zip|xlsx|docx?)$/;

/** Nothing in the repository refers to the machine that it was written on. */
export const wordsGate: Gate = {
  name: "words",
  inspect: (tree) => tree.files.filter((file) => !binary.test(file)).flatMap((file) => inspectFile(tree, file)),
};

function inspectFile(tree: SourceTree, file: string): Offence[] {
  const relevant = rules.filter(({ only }) => only === undefined || only.test(file));
  const lines = tree.read(file).split("\n");
  return relevant.flatMap(({ pattern, what, advice }) =>
    lines.flatMap((line, index) => (pattern.test(line) ? [{ where: `${file}:${index + 1}`, what, advice }] : [])),
  );
}
