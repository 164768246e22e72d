import type { Inputs } from '../inputs.ts';
import { boxCases } from './boxes.ts';
import type { Case } from './case.ts';
import { fieldCases } from './fields.ts';
import { mergeCases } from './merge.ts';
import { openCases } from './open.ts';
import { addFieldsCases, prefillCases } from './prefill.ts';
import { rewriteCases } from './rewrite.ts';
import { sealCases } from './seal.ts';
import { stripCases } from './strip.ts';
import { textCases } from './text.ts';

/** Lists the cases. `folder` receives the request files of our command line. */
export function listCases(inputs: Inputs, folder: string): Case[] {
  return [
    ...openCases(inputs),
    ...fieldCases(inputs),
    ...textCases(inputs),
    ...boxCases(inputs, folder),
    ...prefillCases(inputs, folder),
    ...addFieldsCases(inputs),
    ...stripCases(inputs),
    ...mergeCases(inputs),
    ...rewriteCases(inputs),
    ...sealCases(inputs),
  ];
}
