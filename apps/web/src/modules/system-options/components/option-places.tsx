import { CommentOutlined, MessageOutlined, RightOutlined, WhatsAppOutlined } from "@ant-design/icons";
import type { Permission } from "@homeroom/contract/permissions";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCan } from "#platform/access.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import styles from "./option-places.module.css";

interface Place {
  key: "replies" | "whatsapp" | "line";
  path: string;
  needs: Permission;
  icon: typeof MessageOutlined;
}

const places: readonly Place[] = [
  { key: "replies", path: "/organization/quickreply", needs: "chat:reply:query", icon: CommentOutlined },
  { key: "whatsapp", path: "/organization/whatsapp", needs: "org:whatsapp:query", icon: WhatsAppOutlined },
  { key: "line", path: "/organization/line", needs: "org:line:query", icon: MessageOutlined },
];

/** Links to options that have their own screen. */
export function OptionPlaces() {
  const { t } = useTranslation("systemOptions");
  const can = useCan();
  return (
    <ul className={laid("listed gap12", styles.places)}>
      {places
        .filter(({ needs }) => can(needs))
        .map(({ key, path, icon: Shape }) => (
          <li key={key}>
            <Link to={path} className={laid("card middle gap12 inheritColour tall sinkable")}>
              <Shape className={laid("text20 ink")} aria-hidden />
              <span className={laid("grow gridBox gap2")}>
                <span className={layout.strong}>{t(`places.${key}.title`)}</span>
                <span className={layout.quiet}>{t(`places.${key}.detail`)}</span>
              </span>
              <RightOutlined className={layout.quiet} aria-hidden />
            </Link>
          </li>
        ))}
    </ul>
  );
}
