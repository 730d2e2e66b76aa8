import { defineRun } from "#platform/runs/run";

/** One call of Generate. A slice takes as long as one image at the provider. */
export const imageRun = defineRun("make-images", { table: "ai_image_task", id: "task_id", concurrency: 4 });
