import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { v7 } from "uuid";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { maxFileBytes, maxFiles, sizeText } from "../../rules/composer/attachments.ts";

const sendable = new Set(["image/jpeg", "image/png"]);

/**
 * Converts pictures for the messaging services: formats that a browser can draw but they refuse (WebP, GIF, AVIF) become
 * PNG. Other files, and pictures that cannot be drawn, stay as they are.
 */
async function preparedPicture(file: File): Promise<File> {
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
    // The server will decide about it.
    return file;
  }
}

export interface Attachment {
  id: string;
  content: Blob;
  name: string;
  /** Address of the picture in this browser; null for other files. */
  preview: string | null;
}

export interface Attachments {
  files: readonly Attachment[];
  /** Files are still being added: the message must not be sent without them. */
  preparing: boolean;
  /** Adds files that have to be fetched first. Rejects if they cannot be. */
  addFetched: (files: Promise<readonly File[]>) => Promise<void>;
  add: (files: readonly File[]) => void;
  remove: (id: string) => void;
  /** Returns the files and clears the list; the caller then owns their previews. */
  take: () => readonly Attachment[];
}

/** The files of the next message. */
export function useAttachments(): Attachments {
  const { t } = useTranslation("inbox");
  const { failed } = useFeedback();
  const [files, setFiles] = useState<readonly Attachment[]>([]);
  const held = useRef(files);
  useEffect(() => {
    held.current = files;
  }, [files]);
  useEffect(() => () => held.current.forEach(forgetPreview), []);

  const [underWay, setUnderWay] = useState(0);
  const addFetched = useCallback(
    async (fetched: Promise<readonly File[]>) => {
      setUnderWay((count) => count + 1);
      try {
        const picked = await fetched;
        const prepared = await Promise.all(picked.slice(0, maxFiles).map(preparedPicture));
        const tooLarge = prepared.filter(({ size }) => size > maxFileBytes);
        const empty = prepared.filter(({ size }) => size === 0);
        const namesOf = (files: readonly File[]) => files.map(({ name }) => name).join(t("composer.fileAlso"));
        if (tooLarge.length > 0)
          failed(t("composer.tooLarge", { limit: sizeText(maxFileBytes), names: namesOf(tooLarge) }));
        if (empty.length > 0) failed(t("composer.emptyFile", { names: namesOf(empty) }));
        const fitting = prepared.filter(({ size }) => size > 0 && size <= maxFileBytes);
        const room = maxFiles - held.current.length;
        if (fitting.length > room || picked.length > maxFiles) failed(t("composer.tooMany", { limit: maxFiles }));
        held.current = [...held.current, ...fitting.slice(0, room).map(attachmentOf)];
        setFiles(held.current);
      } finally {
        setUnderWay((count) => count - 1);
      }
    },
    [failed, t],
  );
  const add = useCallback((picked: readonly File[]) => void addFetched(Promise.resolve(picked)), [addFetched]);

  return useMemo(
    () => ({
      files,
      preparing: underWay > 0,
      addFetched,
      add,
      remove: (id) => {
        files.filter((file) => file.id === id).forEach(forgetPreview);
        setFiles(files.filter((file) => file.id !== id));
      },
      take: () => {
        held.current = [];
        setFiles([]);
        return files;
      },
    }),
    [files, underWay, addFetched, add],
  );
}

function attachmentOf(file: File): Attachment {
  const preview = file.type.startsWith("image/") ? URL.createObjectURL(file) : null;
  return { id: v7(), content: file, name: file.name, preview };
}

function forgetPreview({ preview }: Attachment): void {
  if (preview) URL.revokeObjectURL(preview);
}
