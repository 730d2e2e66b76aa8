import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { FileId } from "./ids.ts";

/** The answer of every upload. An image has its size in pixels. `url` is signed and valid for an hour. */
export const UploadedFile = z.object({
  fileID: FileId,
  name: z.string(),
  url: z.string(),
  /** In bytes. */
  size: z.number().int(),
  width: z.number().int().optional(),
  height: z.number().int().optional(),
  contentType: z.string(),
});
export type UploadedFile = z.infer<typeof UploadedFile>;

/** The same for an image. */
export const UploadedPicture = UploadedFile.required({ width: true, height: true });
export type UploadedPicture = z.infer<typeof UploadedPicture>;

export const file = {
  get: endpoint("GET /api_basic/File/Get", {
    summary: "A stored file by its signed address, valid for one hour.",
    access: "public",
    answer: "binary",
    request: z.object({ id: FileId, expires: z.coerce.number().int(), signature: z.string().max(128) }),
    response: z.null(),
  }),
};
