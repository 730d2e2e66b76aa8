import {
  type GenerateForm,
  type ImageFilters,
  type ImageRow,
  imageModels,
  imageRatios,
  imageStates,
  imageTypes,
} from "@homeroom/contract/ai-images";
import type { RecordId } from "@homeroom/contract/ids";
import type { FilterValues } from "#ui/filter-bar/filters.ts";

/** Suggested beginnings of a prompt; their texts are `starters.<key>`. */
export const starterPrompts = [
  "enrolment",
  "openDay",
  "summerCamp",
  "trialClass",
  "classroom",
  "graduation",
  "newYear",
  "midAutumn",
  "reward",
  "background",
] as const;

/** The filters of the address as a request; values that the contract does not allow are omitted. */
export function queryOf(values: FilterValues, keywords: string): ImageFilters {
  const known = <Value extends string>(key: string, all: readonly Value[]) =>
    all.find((one) => one === values[key]?.[0]);
  return Object.fromEntries(
    Object.entries({
      keywords: keywords || undefined,
      tag: values["tag"] && [...values["tag"]],
      type: known("type", imageTypes),
      status: known("status", imageStates),
      ratio: known("ratio", imageRatios),
      model: known("model", imageModels),
    }).filter(([, value]) => value !== undefined),
  );
}

/** An image's name, or else the beginning of its prompt. */
export function titleOf({ name, prompt }: Pick<ImageRow, "name" | "prompt">): string {
  return name || (prompt.split("\n")[0] ?? "");
}

/** The form that makes the same again. */
export function formLike(image: ImageRow, taskID: RecordId): GenerateForm {
  return {
    taskID,
    prompt: image.prompt,
    ratio: image.ratio ?? "1:1",
    resolution: image.resolution ?? "2K",
    model: image.model ?? "v1",
    tag: image.tag,
    count: 1,
    ...(image.sourceID && { sourceID: image.sourceID }),
  };
}

/** Bytes in words: "1.5 GB". */
export function bytesText(bytes: number): string {
  const units = ["B", "KB", "MB", "GB", "TB"];
  const step = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1024)));
  const number = bytes / 1024 ** step;
  return `${number >= 10 || step === 0 ? Math.round(number) : Math.round(number * 10) / 10} ${units[step] ?? ""}`;
}
