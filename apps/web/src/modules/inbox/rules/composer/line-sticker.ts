/** The number of the LINE sticker in a message of ours; null if its details name none. */
export function stickerOf(details: Readonly<Record<string, unknown>>): string | null {
  const { stickerId } = details;
  return typeof stickerId === "string" && /^\d{1,20}$/.test(stickerId) ? stickerId : null;
}

/** The public address of a sticker's picture at LINE. */
export function stickerPicture(stickerId: string): string {
  return `https://stickershop.line-scdn.net/stickershop/v1/sticker/${stickerId}/android/sticker.png`;
}
