import type { PDFDict, PDFName } from 'pdf-lib';
import { asDict } from './dict-reading.ts';
import type { FieldDict } from './field-dict.ts';
import type { Field } from './form.ts';
import type { FieldWarning } from './form-field.ts';
import { Key } from './keys.ts';

/** ISO 32000-1 table 196. */
const SCRIPTS: readonly (readonly [key: PDFName, warning: FieldWarning])[] = [
  [
    Key.K,
    {
      code: 'has_keystroke_script',
      message: 'A script, which is not run, changes or refuses what is typed.',
    },
  ],
  [
    Key.F,
    {
      code: 'has_format_script',
      message: 'A script, which is not run, formats the value; it is shown as given.',
    },
  ],
  [Key.V, { code: 'has_validation_script', message: 'A script, which is not run, checks the value.' }],
  [
    Key.C,
    { code: 'has_calculation', message: 'A script, which is not run, computes the value from others.' },
  ],
];

const NO_WARNINGS: readonly FieldWarning[] = [];

/** They are never run. */
export function describeScripts(field: Field): readonly FieldWarning[] {
  const actions = listActions(field);
  if (actions.length === 0) return NO_WARNINGS;
  return SCRIPTS.filter(([key]) => actions.some((dict) => dict.has(key))).map(([, warning]) => warning);
}

export function isComputed(field: Field): boolean {
  return listActions(field).some((dict) => dict.has(Key.C));
}

function listActions({ nodes }: Field): PDFDict[] {
  const actions: PDFDict[] = [];
  for (const { entries, widgets } of nodes) {
    addActions(entries, actions);
    for (const widget of widgets) if (widget !== entries) addActions(widget, actions);
  }
  return actions;
}

function addActions(dict: FieldDict, actions: PDFDict[]): void {
  const own = asDict(dict.entry(Key.AA));
  if (own) actions.push(own);
}
