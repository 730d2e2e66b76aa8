/** A blue square of 8 by 8. */
export const picture = {
  name: "square.png",
  content: new Blob([
    Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mNwW3AHK2IYWhIAz81wgWgNHwkAAAAASUVORK5CYII=",
      "base64",
    ),
  ]),
};
