import { useEffect } from "react";

/** Shows the number of waiting customers in the title and icon of the browser's tab, whichever screen sets the title. */
export function useTabBadge(waiting: number): void {
  useEffect(() => {
    const mark = () => {
      const wanted = badgedTitle(document.title, waiting);
      if (document.title !== wanted) document.title = wanted;
    };
    mark();
    const title = document.querySelector("title");
    const watch = new MutationObserver(mark);
    if (title) watch.observe(title, { childList: true });
    return () => {
      watch.disconnect();
      document.title = badgedTitle(document.title, 0);
    };
  }, [waiting]);

  const some = waiting > 0;
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!link || !some) return;
    const plain = link.href;
    let gone = false;
    void dotted(plain).then((address) => {
      if (address && !gone) link.href = address;
    });
    return () => {
      gone = true;
      link.href = plain;
    };
  }, [some]);
}

/** "(3) 對話 - Homeroom": the title, preceded by the number of waiting customers if there are any. */
export function badgedTitle(title: string, waiting: number): string {
  const plain = title.replace(/^\(\d+\+?\) /, "");
  if (waiting === 0) return plain;
  return `(${waiting > 99 ? "99+" : waiting}) ${plain}`;
}

const size = 64;

/** The icon with a dot; null if it cannot be drawn. */
async function dotted(address: string): Promise<string | null> {
  const picture = new Image(size, size);
  picture.src = address;
  try {
    await picture.decode();
  } catch {
    return null;
  }
  const canvas = document.createElement("canvas");
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.drawImage(picture, 0, 0, size, size);
  context.beginPath();
  context.arc(size - 16, 16, 14, 0, 2 * Math.PI);
  context.fillStyle = "#dc2626";
  context.fill();
  return canvas.toDataURL("image/png");
}
