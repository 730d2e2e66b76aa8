import type { ImageFailure, ImageModel, ImageResolution, ImageUse } from "@homeroom/contract/ai-images";
import type { FileId } from "@homeroom/contract/ids";
import type { Actor } from "#platform/auth/actor";
import type { Tx } from "#platform/db/transaction";

/** An image as a provider is asked for it. */
export interface ImageRequest {
  readonly model: ImageModel;
  readonly prompt: string;
  readonly width: number;
  readonly height: number;
  /** The image that is to be changed, as a JPEG. */
  readonly source: Uint8Array | null;
}

/** Makes images at a provider. Every call throws ImageTrouble when it does not succeed. */
export interface ImageMaker {
  readonly models: readonly { readonly model: ImageModel; readonly resolutions: readonly ImageResolution[] }[];
  /** The bytes of the picture, whatever its format. */
  make(request: ImageRequest, signal?: AbortSignal): Promise<Uint8Array>;
}

interface Trouble {
  readonly reason: ImageFailure;
  /** Worth another try. */
  readonly passing: boolean;
  /** The provider's own words, without secrets; may be empty. */
  readonly detail: string;
  readonly retryAfterMs?: number;
}

/** Why a provider made no image. */
export class ImageTrouble extends Error {
  override readonly name = "ImageTrouble";
  readonly trouble: Trouble;

  constructor(trouble: Trouble) {
    super(`No image was made: ${trouble.reason}`);
    this.trouble = trouble;
  }
}

/** Who uses copies of images: told by the modules that do. Leaves out what the actor may not see. */
export type ImageUses = (tx: Tx, actor: Actor, fileIds: readonly FileId[]) => Promise<ImageUse[]>;
