// Loaded into the page before its own scripts: functions for the benchmark, called as `bench.<name>(...)`.

/** The elements with rows: the leads' table and the conversations. */
const lists = {
  grid: { scroller: ":has(> [role=grid])", body: "[role=grid] [role=rowgroup]", row: "[role=row]" },
  listbox: { scroller: "[role=listbox]", body: "[role=listbox] > [role=presentation]", row: "[role=option]" },
};

function partsOf(list) {
  const body = document.querySelector(lists[list].body);
  return { scroller: document.querySelector(lists[list].scroller), body, row: body?.querySelector(lists[list].row) };
}

/** How many rows a list has loaded, by the height of its body. */
function loadedRows(list) {
  const { body, row } = partsOf(list);
  return body && row ? Math.round(body.offsetHeight / row.offsetHeight) : 0;
}

/** Scrolls to the end until this number of rows is loaded; throws if no more arrive for half a minute. */
async function loadRows(list, wanted) {
  const { scroller, body, row } = partsOf(list);
  if (!scroller || !body || !row) throw new Error("There is no list");
  // Read once: a row that is scrolled away is removed from the page and has no height.
  const wantedHeight = wanted * row.offsetHeight;
  let grown = performance.now();
  let height = 0;
  while (body.offsetHeight < wantedHeight) {
    if (performance.now() - grown > 30_000) throw new Error(`Only ${loadedRows(list)} rows could be loaded`);
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

/** The milliseconds between frames, one frame for each turn of the wheel. */
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

/** Sets a filter in the address, and returns the milliseconds until other rows are painted; -1 if none are. */
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

/** Sets the mark "rows" when the leads' table has been painted with this number of rows. */
async function markRows(count) {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  while (document.querySelectorAll("[role=grid] [role=rowgroup] [role=row]").length < count) await frame();
  await frame();
  setTimeout(() => performance.mark("rows"));
}

window.bench = { markRows, loadedRows, loadRows, scrolledFrames, untilPainted };
