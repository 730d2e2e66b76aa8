import { aiImages } from "@homeroom/contract/ai-images";
import { picture } from "./picture.ts";
import { of, organizationOnly, rowless, type Samples } from "./sample.ts";

/** The library is the organisation's: all its branches use the same images. */
const walls = organizationOnly;

export const imageSamples: Samples["aiImages"] = {
  list: of(aiImages.list, {
    requests: ({ imagePrompt, imageTag }) => [{ pageSize: 100 }, { keywords: imagePrompt }, { tag: [imageTag] }],
    expect: "blank",
    walls,
    shows: ({ aiImageId }) => aiImageId,
  }),
  info: of(aiImages.info, {
    requests: ({ aiImageId }) => [{ recordID: aiImageId }],
    expect: "missing",
    walls,
    shows: ({ imagePrompt }) => imagePrompt,
  }),
  generate: of(aiImages.generate, {
    requests: () => [{ prompt: "鋼琴", resolution: "1K" as const }],
    expect: "blank",
    walls,
    mixed: (_mine, theirs) => [{ prompt: "鋼琴", sourceID: theirs.aiImageId }],
  }),
  taskStatus: of(aiImages.taskStatus, {
    requests: ({ imageTaskId }) => [{ taskID: imageTaskId }],
    expect: "missing",
    walls,
    shows: ({ imagePrompt }) => imagePrompt,
  }),
  upload: rowless(aiImages.upload, {}, { file: picture }),
  edit: of(aiImages.edit, {
    requests: ({ aiImageId }) => [{ recordID: aiImageId, name: "海報" }],
    expect: "missing",
    walls,
  }),
  remove: of(aiImages.remove, {
    requests: ({ aiImageId }) => [{ ids: [aiImageId] }],
    expect: "missing",
    walls,
    mixed: (mine, theirs) => [{ ids: [mine.aiImageId, theirs.aiImageId] }],
  }),
  restore: of(aiImages.restore, {
    requests: ({ aiImageId }) => [{ ids: [aiImageId] }],
    expect: "missing",
    walls,
    mixed: (mine, theirs) => [{ ids: [mine.aiImageId, theirs.aiImageId] }],
  }),
  download: of(aiImages.download, {
    requests: ({ aiImageId }) => [{ recordID: aiImageId }],
    expect: "missing",
    walls,
  }),
  take: of(aiImages.take, {
    requests: ({ aiImageId }) => [{ recordID: aiImageId }],
    expect: "missing",
    walls,
  }),
  tags: of(aiImages.tags, {
    requests: () => [{}],
    expect: "blank",
    walls,
    shows: ({ imageTag }) => imageTag,
  }),
  quota: rowless(aiImages.quota, {}),
};
