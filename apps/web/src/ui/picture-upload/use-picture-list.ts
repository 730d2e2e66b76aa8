import type { FileId } from "@homeroom/contract/ids";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { inTurn } from "#platform/in-turn.ts";
import { useHold } from "#ui/drawer-form/form-waits.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { pictureProblem } from "./picture-rules.ts";

interface PictureList<Picture> {
  value: readonly FileId[];
  onChange: (value: FileId[]) => void;
  max: number;
  maxMb: number;
  upload: (file: File) => Promise<Picture>;
  onArrived: (picture: Picture) => void;
}

/**
 * Uploads pictures one after another. Each uploaded picture is appended to the current list: pictures may be moved and
 * removed in the meantime. A refused picture does not stop the others.
 */
export function usePictureList<Picture extends { fileID: FileId }>(list: PictureList<Picture>) {
  const { t } = useTranslation("ui");
  const { failed } = useFeedback();
  const hold = useHold();
  const [sending, setSending] = useState(0);
  const latestRef = useRef(list);
  useEffect(() => {
    latestRef.current = list;
  });

  const add = async (file: File) => {
    const { maxMb, max, upload, onArrived } = latestRef.current;
    const problem = pictureProblem(file, maxMb);
    if (problem) {
      failed(t(`picture.${problem}`, { number: maxMb }));
      return false;
    }
    try {
      const picture = await upload(file);
      onArrived(picture);
      const { value, onChange } = latestRef.current;
      const next = [...value, picture.fileID].slice(0, max);
      // For the next upload, which may finish before the list renders again.
      latestRef.current = { ...latestRef.current, value: next };
      onChange(next);
      return true;
    } catch (reason) {
      failed(reason);
      return false;
    }
  };
  const take = (files: readonly File[]) => {
    const work = async () => {
      let isComplete = true;
      setSending((count) => count + 1);
      await inTurn(files.slice(0, list.max - list.value.length), async (file) => {
        isComplete = (await add(file)) && isComplete;
      });
      setSending((count) => count - 1);
      return isComplete;
    };
    return hold(work());
  };
  return { busy: sending > 0, take };
}
