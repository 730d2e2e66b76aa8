import { layOut, type Overlay } from "../rules/overlay.ts";

const fonts = '"PingFang TC", "Noto Sans TC", "Microsoft JhengHei", "PingFang SC", "Noto Sans SC", sans-serif';

/** A picture of an address of ours, ready to be drawn. */
export async function loadPicture(address: string): Promise<HTMLImageElement> {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  return picture;
}

/** Draws an image with its words and logo onto a canvas, in the image's own size. */
export function drawOverlay(
  canvas: HTMLCanvasElement,
  { picture, logo, overlay }: { picture: HTMLImageElement; logo: HTMLImageElement | null; overlay: Overlay },
): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const { naturalWidth: width, naturalHeight: height } = picture;
  canvas.width = width;
  canvas.height = height;
  context.drawImage(picture, 0, 0);
  drawWords(context, overlay, { width, height });
  if (logo && overlay.logo !== "none") drawLogo(context, logo, { width, height, corner: overlay.logo });
}

interface Size {
  width: number;
  height: number;
}

function drawWords(context: CanvasRenderingContext2D, overlay: Overlay, { width, height }: Size): void {
  const fontOf = (size: number) => `600 ${Math.round(size)}px ${fonts}`;
  const measure = (text: string, size: number) => {
    context.font = fontOf(size);
    return context.measureText(text).width;
  };
  const { lines, band } = layOut(overlay, { width, height, measure });
  if (overlay.band) {
    context.fillStyle = isLight(overlay.colour) ? "rgba(15, 17, 21, 0.62)" : "rgba(255, 255, 255, 0.78)";
    context.fillRect(0, band.top, width, band.height);
  }
  context.fillStyle = overlay.colour;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const { text, size, y } of lines) {
    context.font = fontOf(size);
    context.fillText(text, width / 2, y);
  }
}

function drawLogo(
  context: CanvasRenderingContext2D,
  logo: HTMLImageElement,
  { width, height, corner }: Size & { corner: string },
): void {
  const side = Math.min(width, height);
  const margin = side / 24;
  const scale = side / 6 / Math.max(logo.naturalWidth, logo.naturalHeight);
  const [logoWidth, logoHeight] = [logo.naturalWidth * scale, logo.naturalHeight * scale];
  const x = corner.endsWith("Start") ? margin : width - margin - logoWidth;
  const y = corner.startsWith("top") ? margin : height - margin - logoHeight;
  context.drawImage(logo, x, y, logoWidth, logoHeight);
}

function isLight(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[0-9a-f]{2}/gi) ?? []).map((part) => Number.parseInt(part, 16));
  return red * 0.3 + green * 0.59 + blue * 0.11 > 140;
}
