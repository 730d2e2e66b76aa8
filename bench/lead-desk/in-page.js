// Loaded into the page before its own scripts: what the benchmark asks of it, by `bench.<name>(...)`.

/** How many rows the list has loaded, by the height of its body. */
function loadedRows() {
  const body = document.querySelector("[role=grid] [role=rowgroup]");
  const row = body?.querySelector("[role=row]");
  return body && row ? Math.round(body.offsetHeight / row.offsetHeight) : 0;
}

/** Scrolls to the end again and again until so many rows are loaded, or no more come for half a minute. */
async function loadRows(wanted) {
  const scroller = document.querySelector("[role=grid]")?.parentElement;
  const body = document.querySelector("[role=grid] [role=rowgroup]");
  const row = body?.querySelector("[role=row]");
  if (!scroller || !body || !row) throw new Error("There is no list");
  let grown = performance.now();
  let height = 0;
  while (body.offsetHeight < wanted * row.offsetHeight && performance.now() - grown < 30_000) {
    if (body.offsetHeight > height) {
      height = body.offsetHeight;
      grown = performance.now();
    }
    scroller.scrollTop = scroller.scrollHeight;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  scroller.scrollTop = scroller.scrollHeight / 3;
  await new Promise((resolve) => setTimeout(resolve, 500));
}

/** The milliseconds between frames for as many frames as there are turns of the wheel. */
async function scrolledFrames(count) {
  const frames = [];
  let before = await new Promise((resolve) => requestAnimationFrame(resolve));
  while (frames.length < count) {
    const now = await new Promise((resolve) => requestAnimationFrame(resolve));
    frames.push(now - before);
    before = now;
  }
  return frames;
}

/** Sets a filter as the address carries it, and answers the milliseconds until other rows are painted; -1 for none. */
async function untilPainted(filter) {
  const first = () => document.querySelector("[role=grid] [role=rowgroup] [role=row]")?.textContent ?? "";
  const isBusy = () => document.querySelector("[role=grid]")?.getAttribute("aria-busy") === "true";
  const address = new URL(window.location.href);
  address.search = filter;
  const began = performance.now();
  window.history.pushState(null, "", address);
  window.dispatchEvent(new PopStateEvent("popstate", { state: null }));
  let begun = false;
  while (performance.now() - began < 5000) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if (isBusy()) begun = true;
    else if (begun && first() !== "") return performance.now() - began;
  }
  return -1;
}

window.bench = { loadedRows, loadRows, scrolledFrames, untilPainted };
