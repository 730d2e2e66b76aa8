import type { ImageFailure, ImageModel, ImageResolution, ImageUse } from "@homeroom/contract/ai-images";
import type { FileId } from "@homeroom/contract/ids";
import type { Actor } from "#platform/auth/actor";
import type { Tx } from "#platform/db/transaction";

/** The request of an image. */
export interface ImageRequest {
  readonly model: ImageModel;
  readonly prompt: string;
  readonly width: number;
  readonly height: number;
  /** The image to change, as a JPEG. */
  readonly source: Uint8Array | null;
}

/** Makes images at a provider. Every call throws ImageError on failure. */
export interface ImageMaker {
  readonly models: readonly { readonly model: ImageModel; readonly resolutions: readonly ImageResolution[] }[];
  /** The bytes of the picture, whatever its format. */
  make(request: ImageRequest, signal?: AbortSignal): Promise<Uint8Array>;
}

interface ImageProblem {
  readonly reason: ImageFailure;
  /** Worth a retry. */
  readonly passing: boolean;
  /** The provider's own message, without secrets; may be empty. */
  readonly detail: string;
  readonly retryAfterMs?: number;
}

/** Why a provider made no image. */
export class ImageError extends Error {
  override readonly name = "ImageError";
  readonly problem: ImageProblem;

  constructor(problem: ImageProblem) {
    super(`No image was made: ${problem.reason}`);
    this.problem = problem;
  }
}

/** The uses of copies of images, reported by their modules. Leaves out those that the actor cannot see. */
export type ImageUses = (tx: Tx, actor: Actor, fileIds: readonly FileId[]) => Promise<ImageUse[]>;
