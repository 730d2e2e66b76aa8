import { aiImages } from "@homeroom/contract/ai-images";
import { picture } from "./picture.ts";
import { named, of, organizationOnly, rowless, type Samples } from "./sample.ts";

/** The library is the organisation's: all its branches use the same images. */
const walls = organizationOnly;

export const imageSamples: Samples["aiImages"] = {
  list: of(aiImages.list, {
    requests: ({ imagePrompt, imageTag }) => [{ pageSize: 100 }, { keywords: imagePrompt }, { tag: [imageTag] }],
    expect: "blank",
    walls,
    shows: ({ aiImageId }) => aiImageId,
  }),
  info: named(aiImages.info, ({ aiImageId }) => ({ recordID: aiImageId }), {
    walls,
    shows: ({ imagePrompt }) => imagePrompt,
  }),
  generate: rowless(
    aiImages.generate,
    { prompt: "鋼琴", resolution: "1K" as const },
    { mixed: (_mine, theirs) => [{ prompt: "鋼琴", sourceID: theirs.aiImageId }] },
  ),
  taskStatus: named(aiImages.taskStatus, ({ imageTaskId }) => ({ taskID: imageTaskId }), {
    walls,
    shows: ({ imagePrompt }) => imagePrompt,
  }),
  upload: rowless(aiImages.upload, {}, { file: picture }),
  edit: named(aiImages.edit, ({ aiImageId }) => ({ recordID: aiImageId, name: "海報" }), { walls }),
  remove: named(aiImages.remove, ({ aiImageId }) => ({ ids: [aiImageId] }), {
    walls,
    mixed: (mine, theirs) => [{ ids: [mine.aiImageId, theirs.aiImageId] }],
  }),
  restore: named(aiImages.restore, ({ aiImageId }) => ({ ids: [aiImageId] }), {
    walls,
    mixed: (mine, theirs) => [{ ids: [mine.aiImageId, theirs.aiImageId] }],
  }),
  download: named(aiImages.download, ({ aiImageId }) => ({ recordID: aiImageId }), { walls }),
  take: named(aiImages.take, ({ aiImageId }) => ({ recordID: aiImageId }), { walls }),
  tags: rowless(aiImages.tags, {}, { shows: ({ imageTag }) => imageTag }),
  quota: rowless(aiImages.quota, {}),
};
