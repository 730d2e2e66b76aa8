import { hourlyRemoval } from "#platform/jobs/scheduled-work";
import { runParts } from "#platform/runs/run";
import type { Platform, ServerModule } from "#platform/server-module";
import { imageRun } from "./actions/image-run.ts";
import { imageWork, type MakingPace, usualPace } from "./actions/make-images.ts";
import { removeOldImages } from "./actions/remove-old-images.ts";
import type { ImageMaker, ImageUses } from "./port.ts";
import { bindImageRoutes } from "./routes.ts";

interface ModuleParts {
  /** The provider of images; null if the installation has none. */
  maker: ImageMaker | null;
  uses?: readonly ImageUses[];
  pace?: MakingPace;
}

/** The image library of an organisation, and in a worker the making of images. */
export function aiImagesModule(platform: Platform, { maker, uses = [], pace = usualPace }: ModuleParts): ServerModule {
  return {
    name: "ai-images",
    routes: (bind) => bindImageRoutes(bind, { platform, maker, uses }),
    schedule: [hourlyRemoval("deleted images", () => removeOldImages(platform))],
    ...runParts(platform, imageRun, imageWork({ platform, maker, pace })),
  };
}
