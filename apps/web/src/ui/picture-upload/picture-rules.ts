/** Specification section 5: JPG, JPEG or PNG. */
export const pictureTypes = ["image/jpeg", "image/png"] as const;

/** Why a file cannot be used, checked before the upload; null if it can. The server checks its content. */
export function pictureProblem(file: Pick<File, "type" | "size">, maxMb: number): "wrongType" | "tooLarge" | null {
  if (!pictureTypes.some((type) => type === file.type)) return "wrongType";
  return file.size > maxMb * 1024 * 1024 ? "tooLarge" : null;
}
