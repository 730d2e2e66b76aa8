import { RecordId } from "@homeroom/contract/ids";
import { lazy, Suspense } from "react";
import { useCan } from "#platform/access.ts";
import { useAddress } from "#ui/page/use-address.ts";
import { useImage } from "../api.ts";

const GenerateImage = lazy(() => import("./generate-image.tsx").then((m) => ({ default: m.GenerateImage })));
const ImagePanel = lazy(() => import("./image-panel.tsx").then((m) => ({ default: m.ImagePanel })));
const OverlayEditor = lazy(() => import("./overlay-editor.tsx").then((m) => ({ default: m.OverlayEditor })));

/** The panel, form or editor that the address names. */
export function OpenedImage() {
  const can = useCan();
  const { search, change } = useAddress();
  const wanted = RecordId.safeParse(search.get("image")).data ?? null;
  // Fetched separately: a link may name an image that no list shows, and the form must know the image from the start.
  const { data: image, errorUpdateCount } = useImage(wanted);
  // Kept during a refetch, which the panel triggers on mount: otherwise it would unmount and mount in a loop.
  const isMissing = image === undefined && errorUpdateCount > 0;
  const isForm = search.has("new") && can("ad:aimedia:generate");
  const isOverlay = search.has("overlay") && can("ad:aimedia:upload") && (!image || image.status === "done");
  const close = () => change({ image: null, new: null, overlay: null });
  return (
    <Suspense fallback={null}>
      {isForm && !wanted && <GenerateImage onClose={close} onOrdered={close} />}
      {isForm && image && (
        <GenerateImage key={image.recordID} source={image} onClose={() => change({ new: null })} onOrdered={close} />
      )}
      {/* Not below the editor: a drawer that opens after it would get Escape, and close both. */}
      {wanted && ((!isForm && !isOverlay) || isMissing) && (
        <ImagePanel
          key={wanted}
          recordID={wanted}
          onClose={close}
          onChange={() => change({ new: "1" })}
          onOverlay={() => change({ overlay: "1" })}
        />
      )}
      {image && isOverlay && <OverlayEditor image={image} onClose={() => change({ overlay: null })} onSaved={close} />}
    </Suspense>
  );
}
