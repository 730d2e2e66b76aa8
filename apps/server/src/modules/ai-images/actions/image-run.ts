import { defineRun } from "#platform/runs/run";

/** One call of Generate. A slice lasts as long as the provider takes for one image. */
export const imageRun = defineRun("make-images", { table: "ai_image_task", id: "task_id", concurrency: 4 });
