/** By `@countersign/pdf/arguments`, which loads no PDF engine. */
import {
  type ArgumentCheck,
  anything,
  boolean,
  bytes,
  callback,
  checkArguments,
  either,
  exactly,
  finite,
  listOf,
  matching,
  moment,
  number,
  oneOf,
  optional,
  path,
  pathOrBytes,
  positive,
  shape,
  text,
  toUint8Array,
} from '@countersign/pdf/arguments';
import { PdfError } from '@countersign/pdf/errors';
import { ToolkitError } from './errors.ts';
import { type CallOptions, type PdfToolkit, URGENCIES } from './requests.ts';
import { outcomeOf, type TaskArgs, type TaskName, type TaskResult, unwrapOutcome } from './tasks.ts';

const input = pathOrBytes;
const output = path;
const values = listOf(shape({ name: text, value: either(text, boolean, listOf(text)) }));
const boxes = listOf(
  exactly({
    ...{ type: oneOf('signature', 'id_scan'), placement: oneOf('existing', 'new_page') },
    ...{ page: optional(number), x: optional(number), y: optional(number), scale: optional(number) },
    ...{ id: optional(text), label: optional(text) },
  }),
);
const heading = shape({ title: text, documentName: text });
const prepare = exactly({
  values,
  mode: oneOf('keepOriginal', 'filled', 'all'),
  boxes,
  heading: optional(heading),
});
const seal = exactly({ reason: text, signedAt: moment });
const stamps = listOf(shape({ box: shape({ page: finite, x: finite, y: finite }), lines: listOf(text) }));

const attachments = listOf(
  exactly({
    ...{ name: text, content: pathOrBytes, mimeType: text, sha256: text },
    ...{ description: optional(text), attachedAt: moment },
  }),
);
const evidence = exactly({
  report: shape({
    ...{ title: text, introduction: text, footer: text },
    sections: listOf(shape({ heading: text, rows: listOf(shape({ label: text })) })),
  }),
  record: exactly({ fileName: text, description: text, facts: shape({}) }),
});

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
  checkRequest: { input, request: exactly({ texts: listOf(text), boxes, values }) },
  checkSigning: {
    input,
    request: exactly({ values, filled: optional(values), image: optional(bytes), typedName: optional(text) }),
  },
  prepare: { input, output, request: prepare },
  preview: { input, output, request: prepare },
  complete: {
    ...{ input, output },
    request: exactly({
      values,
      stamps,
      seal,
      attachments: optional(attachments),
      evidence: optional(evidence),
    }),
  },
  seal: { input, output, request: seal },
  rehearse: { input },
  admit: { input: path, output },
  cleanAttachment: { input: path, output },
  verify: { input },
  readAttachment: { input, name: text },
  merge: { inputs: listOf(input), output, titles: optional(listOf(text)), maxBytes: optional(positive) },
};

const least = (count: number) =>
  matching(
    `a whole number of at least ${count}`,
    (value) => Number.isSafeInteger(value) && Number(value) >= count,
  );
/** A timer that is set for longer ends at once. */
const MAX_DURATION_MS = 2 ** 31 - 1;
const duration = matching(
  `a number above 0 and at most ${MAX_DURATION_MS}`,
  (value) => typeof value === 'number' && value > 0 && value <= MAX_DURATION_MS,
);
const processorLimits = exactly(
  Object.fromEntries(Object.keys(CHECKS).map((task) => [task, optional(positive)])),
);
const address = matching('a URL', (value) => URL.canParse(String(value)));
const signer = shape({ kind: oneOf('development', 'pem', 'p12', 'remote', 'changing') });
const options = exactly({
  ...{ threads: optional(least(1)), reservedThreads: optional(least(0)) },
  ...{ maxQueue: optional(least(0)), maxQueueOfAccount: optional(least(0)) },
  ...{ timeoutMs: optional(duration), memoryLimitMb: optional(positive) },
  cpuMs: optional(processorLimits),
  ...{ workerFile: optional(address), isolation: optional(oneOf('none', 'kept', 'idle')) },
  ...{
    signer: optional(signer),
    pades: anything,
    send: optional(callback),
    fonts: optional(listOf(pathOrBytes)),
  },
});

export const inlineOptions = exactly({
  ...{
    signer: optional(signer),
    pades: anything,
    send: optional(callback),
    fonts: optional(listOf(pathOrBytes)),
  },
});

const callOptions = {
  signal: optional(matching('an AbortSignal', (value) => value instanceof AbortSignal)),
  ...{ account: optional(text), urgency: optional(oneOf(...URGENCIES)) },
  ...{ timeoutMs: optional(duration), cpuMs: optional(positive) },
};
const anyCall = exactly(callOptions);
const CALLS: { readonly [Name in TaskName]?: ArgumentCheck } = {
  strip: exactly({ ...callOptions, keepAttachments: optional(boolean) }),
  readFields: exactly({ ...callOptions, everyPage: optional(boolean) }),
  checkValues: exactly({ ...callOptions, filledBy: optional(oneOf('api', 'signee', 'service')) }),
  merge: exactly({ ...callOptions, titles: optional(listOf(text)), maxBytes: optional(positive) }),
};

/** Rejects with `invalid_argument`. */
async function checkCall(task: TaskName, given: object | undefined): Promise<void> {
  if (given !== undefined) checkOptions(given, CALLS[task] ?? anyCall);
}

/** Throws `invalid_argument`. */
export function checkOptions(given: object, check: ArgumentCheck = options): void {
  try {
    check(given, 'options');
  } catch (cause) {
    if (!(cause instanceof PdfError)) throw cause;
    const details = { origin: cause.name, cause };
    throw new ToolkitError(cause.code, cause.message, cause.params, details);
  }
}

/** Rejects with `invalid_argument`. */
async function checkTask<Name extends TaskName>(task: Name, args: TaskArgs<Name>): Promise<TaskArgs<Name>> {
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

export type RunTask = <Name extends TaskName>(
  task: Name,
  args: TaskArgs<Name>,
  options?: CallOptions,
) => Promise<TaskResult<Name>>;

export function createToolkit(runChecked: RunTask, close: () => Promise<void>): PdfToolkit & AsyncDisposable {
  const run: RunTask = (task, args, options) =>
    checkCall(task, options)
      .then(() => checkTask(task, args))
      .then((checked) => runChecked(task, checked, options));
  return {
    inspect: (input, options) => run('inspect', { input }, options),
    inspectUpload: (input, options) => run('inspectUpload', { input }, options),
    strip: (input, output, options) =>
      run('strip', { input, output, keepAttachments: options?.keepAttachments ?? false }, options),
    readFields: (input, options) =>
      run('readFields', { input, everyPage: options?.everyPage ?? false }, options),
    readPages: (input, options) => run('readPages', { input }, options),
    checkBoxes: (input, boxes, options) => run('checkBoxes', { input, boxes }, options),
    checkValues: (input, values, options) =>
      run('checkValues', { input, values, filledBy: options?.filledBy }, options),
    checkText: (texts, options) => run('checkText', { texts }, options),
    checkInk: (image, options) => run('checkInk', { input: image }, options),
    checkRequest: (input, request, options) => run('checkRequest', { input, request }, options),
    checkSigning: (input, request, options) => run('checkSigning', { input, request }, options),
    prepare: (input, output, request, options) => run('prepare', { input, output, request }, options),
    preview: (input, output, request, options) => run('preview', { input, output, request }, options),
    complete: (input, output, request, options) => run('complete', { input, output, request }, options),
    seal: (input, output, request, options) => run('seal', { input, output, request }, options),
    rehearse: (input, options) => run('rehearse', { input }, options),
    admit: (input, output, options) => run('admit', { input, output }, options),
    cleanAttachment: (input, output, options) => run('cleanAttachment', { input, output }, options),
    verify: (input, options) => run('verify', { input }, options),
    readAttachment: (input, name, options) => run('readAttachment', { input, name }, options),
    merge: (inputs, output, options) =>
      run('merge', { inputs, output, titles: options?.titles, maxBytes: options?.maxBytes }, options),
    close,
    [Symbol.asyncDispose]: close,
  };
}
