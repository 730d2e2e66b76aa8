import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { UploadedPicture } from "./file.ts";
import { RecordId } from "./ids.ts";
import { PageRequest, pageOf } from "./paging.ts";

export const imageRatios = ["1:1", "4:3", "3:4", "3:2", "2:3", "16:9", "9:16"] as const;
export type ImageRatio = (typeof imageRatios)[number];
export const imageResolutions = ["1K", "2K"] as const;
export type ImageResolution = (typeof imageResolutions)[number];
export const imageModels = ["v1", "v2", "v3"] as const;
export type ImageModel = (typeof imageModels)[number];
export const imageStates = ["queued", "done", "failed"] as const;
export type ImageState = (typeof imageStates)[number];
export const imageTypes = ["generated", "uploaded"] as const;
export type ImageType = (typeof imageTypes)[number];

/** Why an image was not made. */
export const imageFailures = [
  "promptRefused",
  "resultRefused",
  "quotaUsedUp",
  "keyInvalid",
  "modelMissing",
  "badRequest",
  "noAnswer",
  "unavailable",
  "unreadable",
  "rightsRevoked",
] as const;
export type ImageFailure = (typeof imageFailures)[number];

/** Where a copy of an image may be used. */
const imageUsePlaces = ["product", "quickReply", "template", "emailTemplate", "landingPage", "notice"] as const;

export const imageLimits = {
  prompt: 2000,
  name: 100,
  atOnce: 4,
  tags: 10,
  tag: 30,
  uploadBytes: 10 * 1024 * 1024,
} as const;

const ImageId = RecordId;
const Tag = z.string().trim().min(1).max(imageLimits.tag);
const Tags = z.array(Tag).max(imageLimits.tags);

/** `sourceID`: the image to change as the prompt says; without it a new image is made. */
const GenerateForm = z.object({
  /** May be proposed by the caller, so that the call can be repeated safely. */
  taskID: RecordId.optional(),
  prompt: z.string().trim().min(1, "IMAGE_PROMPT_REQUIRED").max(imageLimits.prompt),
  ratio: z.enum(imageRatios).default("1:1"),
  resolution: z.enum(imageResolutions).default("2K"),
  model: z.enum(imageModels).default("v1"),
  tag: Tags.default([]),
  count: z.number().int().min(1).max(imageLimits.atOnce).default(1),
  sourceID: ImageId.optional(),
});
export type GenerateForm = z.infer<typeof GenerateForm>;

const EditImageForm = z.object({
  recordID: ImageId,
  version: z.number().int().optional(),
  name: z.string().trim().max(imageLimits.name).optional(),
  tag: Tags.optional(),
});
export type EditImageForm = z.infer<typeof EditImageForm>;

const ImageRow = z.object({
  recordID: ImageId,
  /** The name that staff gave it; empty if none. */
  name: z.string(),
  type: z.enum(imageTypes),
  status: z.enum(imageStates),
  reason: z.enum(imageFailures).nullable(),
  /** The provider's own words for a failure; may be empty. */
  detail: z.string(),
  prompt: z.string(),
  /** Null for an upload. */
  ratio: z.enum(imageRatios).nullable(),
  resolution: z.enum(imageResolutions).nullable(),
  model: z.enum(imageModels).nullable(),
  tag: z.array(z.string()),
  /** The image that it was made from. */
  sourceID: ImageId.nullable(),
  taskID: RecordId.nullable(),
  url: z.string().nullable(),
  width: z.number().int(),
  height: z.number().int(),
  /** In bytes. */
  size: z.number().int(),
  contentType: z.string(),
  creator: z.string(),
  createTime: z.string(),
  updateTime: z.string(),
  version: z.number().int(),
});
export type ImageRow = z.infer<typeof ImageRow>;

const ImageUse = z.object({ place: z.enum(imageUsePlaces), recordID: z.string(), name: z.string() });
export type ImageUse = z.infer<typeof ImageUse>;

const ImageFilters = z.object({
  /** Part of the name, the prompt or a tag. */
  keywords: z.string().trim().max(100).optional(),
  tag: z.array(Tag).max(imageLimits.tags).optional(),
  type: z.enum(imageTypes).optional(),
  status: z.enum(imageStates).optional(),
  ratio: z.enum(imageRatios).optional(),
  model: z.enum(imageModels).optional(),
});
export type ImageFilters = z.infer<typeof ImageFilters>;

const ImageTask = z.object({
  taskID: RecordId,
  state: z.enum(["running", "done", "failed"]),
  total: z.number().int(),
  doneCount: z.number().int(),
  failedCount: z.number().int(),
  images: z.array(ImageRow),
});
export type ImageTask = z.infer<typeof ImageTask>;

const ImageQuota = z.object({
  /** Whether images can be made here at all. */
  isSetUp: z.boolean(),
  models: z.array(z.object({ model: z.enum(imageModels), resolutions: z.array(z.enum(imageResolutions)) })),
  /** The organisation's month: 2026-11. */
  month: z.string(),
  limit: z.number().int(),
  used: z.number().int(),
  storageLimit: z.number().int(),
  storageUsed: z.number().int(),
});
export type ImageQuota = z.infer<typeof ImageQuota>;

const recordID = z.object({ recordID: ImageId });
const ids = z.object({ ids: z.array(ImageId).min(1).max(100) });
/** The image library of an organisation, the same for all its branches. */
export const aiImages = {
  list: endpoint("POST /api_chat/AIImage/ImageList", {
    summary: "The images, newest first, including those that are being made.",
    access: "ad:aimedia:query",
    request: PageRequest.extend(ImageFilters.shape),
    response: pageOf(ImageRow),
  }),
  info: endpoint("GET /api_chat/AIImage/ImageInfo", {
    summary: "One image, and where it is used.",
    access: "ad:aimedia:query",
    request: recordID,
    response: ImageRow.extend({ usedIn: z.array(ImageUse) }),
  }),
  generate: endpoint("POST /api_chat/AIImage/Generate", {
    summary: "Makes images from a prompt, or from another image and a prompt. They appear in the list at once.",
    access: "ad:aimedia:generate",
    request: GenerateForm,
    response: z.object({ taskID: RecordId }),
    errors: [
      "IMAGE_PROMPT_REQUIRED",
      "IMAGE_RESOLUTION_UNAVAILABLE",
      "IMAGE_QUOTA_USED_UP",
      "IMAGE_STORAGE_FULL",
      "STORAGE_FULL",
      "FEATURE_NOT_SET_UP",
    ],
  }),
  taskStatus: endpoint("GET /api_chat/AIImage/TaskStatus", {
    summary: "The progress of the images of one call of Generate.",
    access: "ad:aimedia:query",
    request: z.object({ taskID: RecordId }),
    response: ImageTask,
  }),
  upload: endpoint("POST /api_chat/AIImage/UploadImage", {
    summary: "Adds an uploaded image to the library.",
    access: "ad:aimedia:upload",
    body: "file",
    request: z.object({
      name: z.string().trim().max(imageLimits.name).optional(),
      tag: Tags.default([]),
      /** The image on which this one was drawn. */
      sourceID: ImageId.optional(),
    }),
    response: UploadedPicture.extend({ recordID: ImageId }),
    file: { kinds: ["image"], maxBytes: imageLimits.uploadBytes },
    errors: ["FILE_TOO_LARGE", "WRONG_FILE_FORMAT", "IMAGE_STORAGE_FULL"],
  }),
  edit: endpoint("POST /api_chat/AIImage/EditImage", {
    summary: "Changes the name or the tags of an image. Omitted fields stay unchanged.",
    access: ["ad:aimedia:generate", "ad:aimedia:upload"],
    request: EditImageForm,
    response: z.null(),
    errors: ["STALE_DATA"],
  }),
  remove: endpoint("GET /api_chat/AIImage/DeleteImage", {
    summary: "Deletes images, all or none. Copies in use stay. They can be restored for a week.",
    access: "ad:aimedia:delete",
    request: ids,
    response: z.null(),
    errors: ["IMAGE_STILL_MADE"],
  }),
  restore: endpoint("POST /api_chat/AIImage/RestoreImage", {
    summary: "Restores deleted images; images that are not deleted stay unchanged.",
    access: "ad:aimedia:delete",
    request: ids,
    response: z.null(),
    errors: ["IMAGE_STORAGE_FULL"],
  }),
  download: endpoint("GET /api_chat/AIImage/Download", {
    summary: "The image as a file.",
    access: "ad:aimedia:download",
    request: recordID,
    answer: "binary",
    response: z.null(),
  }),
  take: endpoint("POST /api_chat/AIImage/TakeImage", {
    summary: "Copies an image into a file of the caller, for use like an upload in a product, a template or a message.",
    access: "ad:aimedia:query",
    request: recordID,
    response: UploadedPicture,
  }),
  tags: endpoint("GET /api_chat/AIImage/TagList", {
    summary: "The tags of images, most used first.",
    access: "ad:aimedia:query",
    request: z.object({}),
    response: z.array(z.object({ value: z.string(), label: z.string(), count: z.number().int() })),
  }),
  quota: endpoint("GET /api_chat/AIImage/Quota", {
    summary: "How many images can be made this month, how many bytes images use, and which models make them.",
    access: "ad:aimedia:query",
    request: z.object({}),
    response: ImageQuota,
  }),
};
