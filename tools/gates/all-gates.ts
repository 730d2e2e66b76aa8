import { endpointsGate, errorTextsGate } from "./contract-gates.ts";
import { cyclesGate } from "./cycles-gate.ts";
import { docstringsGate } from "./docstrings-gate.ts";
import { englishGate } from "./english-gate.ts";
import { formatGate } from "./format-gate.ts";
import type { Gate } from "./gate.ts";
import { guideGate } from "./guide-gate.ts";
import { importsGate } from "./imports-gate.ts";
import { lintGate } from "./lint-gate.ts";
import { namesGate } from "./names-gate.ts";
import { permissionsGate } from "./permissions-gate.ts";
import { screenTextsGate } from "./screen-texts-gate.ts";
import { sqlGate } from "./sql-gate.ts";
import { stylesGate } from "./styles-gate.ts";
import { suppressionsGate } from "./suppressions-gate.ts";
import { textsGate } from "./texts-gate.ts";
import { typesGate } from "./types-gate.ts";
import { unusedGate } from "./unused-gate.ts";
import { wordingGate } from "./wording-gate.ts";
import { wordsGate } from "./words-gate.ts";

/** Every gate, in the order in which `npm run check` prints them. */
export const allGates: readonly Gate[] = [
  typesGate,
  lintGate,
  formatGate,
  unusedGate,
  namesGate,
  importsGate,
  cyclesGate,
  sqlGate,
  docstringsGate,
  suppressionsGate,
  stylesGate,
  wordsGate,
  endpointsGate,
  permissionsGate,
  errorTextsGate,
  textsGate,
  screenTextsGate,
  wordingGate,
  guideGate,
  englishGate,
];
