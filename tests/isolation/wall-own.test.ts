import { describeWall } from "./wall.ts";

describeWall("own");
