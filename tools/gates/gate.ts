import type { SourceTree } from "./source-tree.ts";

/** One thing that breaks a rule: where, what is wrong, and in one sentence what to do about it. */
export interface Offence {
  /** `path` or `path:line`, from the root of the repository. */
  where: string;
  what: string;
  advice: string;
}

/** A rule of this repository that a program can check. */
export interface Gate {
  readonly name: string;
  /** Runs a program of its own beside the others, instead of reading the parsed sources. */
  readonly separate?: boolean;
  inspect(tree: SourceTree): readonly Offence[] | Promise<readonly Offence[]>;
}
