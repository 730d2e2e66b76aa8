import { member } from "@homeroom/contract/member";
import { Tour as AntdTour } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { currentUser, setCurrentUser } from "#platform/access.ts";
import { api } from "#platform/api.ts";
import { showTour } from "./tour-store.ts";

/** The seven stations, in order, with their places on the page: the first that exists is used. */
const stations = [
  ["sidebar", ["[data-tour='menu']"]],
  ["branch", ["[data-tour='branch'] button"]],
  ["channels", ["[data-menu-id$='/organization/whatsapp']", "[data-menu-id$='-/organization']"]],
  ["leads", ["[data-menu-id$='-/lead']"]],
  ["chat", ["[data-menu-id$='/chat/whatsapp']", "[data-menu-id$='-/chat']"]],
  ["bulk", ["[data-menu-id$='-/admessage']"]],
  ["plan", ["[data-menu-id$='/system/payment']", "[data-menu-id$='-/system']"]],
] as const;

/** The tour of the product. It covers nothing, and once ended in any way it does not start again by itself. */
export function Tour() {
  const { t } = useTranslation("shell");
  const [shown] = useState(() => stations.filter(isOfUse));
  const end = () => {
    showTour(false);
    const user = currentUser();
    if (!user || user.tourCompleted) return;
    setCurrentUser({ ...user, tourCompleted: true });
    // If this fails, the tour is only offered once more.
    api.call(member.completeTour, {}).catch(() => undefined);
  };
  return (
    <AntdTour
      open
      mask={false}
      steps={shown.map(([station, places]) => ({
        title: t(`tour.${station}.title`),
        description: t(`tour.${station}.detail`),
        target: () => placeOf(places) as HTMLElement,
        placement: "rightTop" as const,
      }))}
      onClose={end}
      onFinish={end}
    />
  );
}

/** Stations that are not in the person's menu are skipped. */
function isOfUse([, places]: (typeof stations)[number]): boolean {
  const isInMenu = places[0].startsWith("[data-menu-id");
  return !isInMenu || placeOf(places) !== null;
}

/** A station without a place on this page is shown in the middle. */
function placeOf(places: readonly string[]): HTMLElement | null {
  for (const place of places) {
    const found = document.querySelector<HTMLElement>(place);
    if (found && found.getBoundingClientRect().width > 0) return found;
  }
  return null;
}
