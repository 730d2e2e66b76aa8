import { lazy, type ReactNode, Suspense, useCallback, useState } from "react";
import { useCan } from "#platform/access.ts";
import { loadTexts } from "#platform/i18n/i18n.ts";
import { type LibraryPicture, type OpenLibrary, PictureLibrary } from "#ui/picture-upload/picture-library.ts";

const ImagePicker = lazy(async () => {
  const [{ ImagePicker: picker }] = await Promise.all([import("./image-picker.tsx"), loadTexts(["aiImages"])]);
  return { default: picker };
});

type Answer = (picture: LibraryPicture | null) => void;

/** Lets every picture field take a picture from the library, for people with access to it. */
export function ImageLibraryProvider({ children }: { children: ReactNode }) {
  const mayPick = useCan()("ad:aimedia:query");
  const [answer, setAnswer] = useState<{ give: Answer } | null>(null);
  const open: OpenLibrary = useCallback(() => new Promise((give) => setAnswer({ give })), []);
  return (
    <PictureLibrary value={mayPick ? open : null}>
      {children}
      <Suspense fallback={null}>
        {answer && (
          <ImagePicker
            onPicked={(picture) => {
              setAnswer(null);
              answer.give(picture);
            }}
          />
        )}
      </Suspense>
    </PictureLibrary>
  );
}
