const sendable = new Set(["image/jpeg", "image/png"]);

/**
 * A picture in a form that the messaging services take: what a browser can draw but they refuse (WebP, GIF, AVIF)
 * becomes a PNG. Other files, and pictures that cannot be drawn, stay as they are.
 */
export async function preparedPicture(file: File): Promise<File> {
  if (!file.type.startsWith("image/") || sendable.has(file.type)) return file;
  try {
    const bitmap = await createImageBitmap(file);
    const canvas = document.createElement("canvas");
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
    bitmap.close();
    const content = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    return content ? new File([content], `${file.name.replace(/\.\w+$/, "")}.png`, { type: "image/png" }) : file;
  } catch {
    // The server says what it thinks of it.
    return file;
  }
}
