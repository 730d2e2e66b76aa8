import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const RouteMeta = z.object({
  /** Key of the title in the web app's texts; unknown keys are shown as they are. */
  title: z.string(),
  titles: z.object({ "zh-tw": z.string(), "zh-cn": z.string(), en: z.string() }).optional(),
  icon: z.string(),
  hidden: z.boolean(),
  keepAlive: z.literal(true).optional(),
  alwaysShow: z.boolean(),
  params: z.record(z.string(), z.string()).nullable(),
});

export interface RouteNode {
  path: string;
  /** "Layout", the name of a view, or absent for a link that leaves the product. */
  component?: string;
  redirect?: string;
  name: string;
  meta: z.infer<typeof RouteMeta>;
  children?: RouteNode[];
}

const RouteNode: z.ZodType<RouteNode> = z.lazy(() =>
  z.object({
    path: z.string(),
    component: z.string().optional(),
    redirect: z.string().optional(),
    name: z.string(),
    meta: RouteMeta,
    children: z.array(RouteNode).optional(),
  }),
);

export const menus = {
  routes: endpoint("GET /api_basic/Menus/Routes", {
    summary: "The menus granted to the caller's roles, as a tree of routes.",
    access: "session",
    request: z.object({}),
    response: z.array(RouteNode),
  }),
};
