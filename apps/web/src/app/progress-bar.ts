import type { DataRouter } from "react-router";

const smallest = 0.3;
const speed = 500;
const trickleEvery = 200;

/** The thin bar at the top of the page while a navigation runs. It is outside React, since it shows before the shell does. */
export function followNavigation(router: DataRouter): void {
  const bar = document.createElement("div");
  bar.className = "progress-bar";
  bar.setAttribute("aria-hidden", "true");
  document.body.append(bar);
  let share = 0;
  let timer: ReturnType<typeof setInterval> | undefined;

  const draw = () => {
    bar.style.transform = `scaleX(${share})`;
  };
  const start = () => {
    if (timer) return;
    share = smallest;
    bar.style.transition = `transform ${speed}ms ease`;
    bar.style.opacity = "1";
    draw();
    timer = setInterval(() => {
      share += (0.95 - share) * 0.12;
      draw();
    }, trickleEvery);
  };
  const finish = () => {
    if (!timer) return;
    clearInterval(timer);
    timer = undefined;
    share = 1;
    draw();
    setTimeout(() => {
      if (timer) return;
      bar.style.opacity = "0";
      bar.style.transition = "none";
      share = 0;
      draw();
    }, speed);
  };

  const follow = () => (router.state.initialized && router.state.navigation.state === "idle" ? finish() : start());
  router.subscribe(follow);
  follow();
}
