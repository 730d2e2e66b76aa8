import { execFileSync } from "node:child_process";

/** Files that differ from a commit, including new ones. Throws if git does not know the commit. */
export function changedSince(root: string, commit: string): string[] {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n");
  const files = [
    ...git("diff", "--name-only", "--no-renames", commit),
    ...git("ls-files", "--others", "--exclude-standard"),
  ];
  return files.filter((file) => file !== "");
}

// The tests of the whole product start it as a program, so its sources are not in their imports.
const server = /^(apps\/(server|sandbox)|packages|database)\/|^package(-lock)?\.json$/;
const browser = /^apps\/web\//;
const tests = /\.test\.tsx?$|for-tests\.ts$/;

/** Whether a change of this file changes what the server, its database or the sandbox does. */
export function affectsServer(file: string): boolean {
  return server.test(file) && !tests.test(file);
}

/** Whether a change of this file changes what a person sees in a browser. */
export function affectsBrowser(file: string): boolean {
  return affectsServer(file) || (browser.test(file) && !tests.test(file));
}
