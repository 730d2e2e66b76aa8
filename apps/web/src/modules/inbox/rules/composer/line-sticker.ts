/** The sticker of LINE's that a message of ours is, by its number; null where its details name none. */
export function stickerOf(details: Readonly<Record<string, unknown>>): string | null {
  const { stickerId } = details;
  return typeof stickerId === "string" && /^\d{1,20}$/.test(stickerId) ? stickerId : null;
}

/** Where LINE shows everybody a sticker's picture. */
export function stickerPicture(stickerId: string): string {
  return `https://stickershop.line-scdn.net/stickershop/v1/sticker/${stickerId}/android/sticker.png`;
}
