/** By `@countersign/pdf/arguments`, which loads no PDF engine. */
import {
  type ArgumentCheck,
  boolean,
  bytes,
  checkArguments,
  either,
  finite,
  listOf,
  moment,
  number,
  oneOf,
  optional,
  path,
  pathOrBytes,
  shape,
  text,
  toUint8Array,
} from '@countersign/pdf/arguments';
import { outcomeOf, unwrapOutcome } from './outcome.ts';
import type { TaskArgs, TaskName } from './tasks.ts';

const input = pathOrBytes;
const output = path;
const values = listOf(shape({ name: text, value: either(text, boolean, listOf(text)) }));
const boxes = listOf(
  shape({
    ...{ type: oneOf('signature', 'id_scan'), placement: oneOf('existing', 'new_page') },
    ...{ page: optional(number), x: optional(number), y: optional(number), scale: optional(number) },
  }),
);
const prepare = shape({ values, mode: oneOf('keepOriginal', 'filled', 'all'), boxes });
const seal = shape({ reason: text, signedAt: moment });
const stamps = listOf(shape({ box: shape({ page: finite, x: finite, y: finite }), lines: listOf(text) }));

const CHECKS: { readonly [Name in TaskName]: Readonly<Record<string, ArgumentCheck>> } = {
  inspect: { input },
  inspectUpload: { input },
  strip: { input, output, keepAttachments: boolean },
  readFields: { input, everyPage: boolean },
  readPages: { input },
  checkBoxes: { input, boxes },
  checkValues: { input, values },
  checkText: { texts: listOf(text) },
  checkInk: { input: bytes },
  checkRequest: { input, request: shape({ texts: listOf(text), boxes, values }) },
  checkSigning: { input, request: shape({ values, image: optional(bytes), typedName: optional(text) }) },
  prepare: { input, output, request: prepare },
  preview: { input, output, request: prepare },
  complete: { input, output, request: shape({ values, stamps, seal }) },
  seal: { input, output, request: seal },
  rehearse: { input },
  admit: { input: path, output },
  cleanAttachment: { input: path, output },
  verify: { input },
  readAttachment: { input, name: text },
  merge: { inputs: listOf(input), output, titles: optional(listOf(text)) },
};

/** Rejects with `invalid_argument`. */
export async function checkTask<Name extends TaskName>(
  task: Name,
  args: TaskArgs<Name>,
): Promise<TaskArgs<Name>> {
  const named = args as Readonly<Record<string, unknown>>;
  unwrapOutcome(await outcomeOf(() => checkArguments(named, CHECKS[task])));
  const { input: given, inputs } = named;
  return {
    ...args,
    ...(given instanceof ArrayBuffer && { input: toUint8Array(given) }),
    ...(Array.isArray(inputs) && { inputs: inputs.map(asInput) }),
  };
}

function asInput(given: string | Uint8Array | ArrayBuffer): string | Uint8Array {
  return typeof given === 'string' ? given : toUint8Array(given);
}
