import { readFileSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Runs test files of the same environment one after the other: Vitest keeps a worker, with all that it has loaded, only while
 * the next file has the environment of the last one.
 */
export class SameEnvironmentSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const inOrder = await super.sort(files);
    const byProject = Map.groupBy(inOrder, ({ project }) => project.name);
    return [...byProject.values()].flatMap((specs) =>
      [...Map.groupBy(specs, ({ moduleId }) => environmentOf(moduleId)).values()].flat(),
    );
  }
}

function environmentOf(file: string): string {
  return /^\/\/ @vitest-environment (\S+)/.exec(readFileSync(file, "utf8"))?.[1] ?? "node";
}
