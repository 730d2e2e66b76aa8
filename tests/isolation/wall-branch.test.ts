import { describeWall } from "./wall.ts";

describeWall("branch");
