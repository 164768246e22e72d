import { checkCall, checkTask } from './argument-checks.ts';
import type { CallOptions, PdfToolkit } from './pdf-toolkit.ts';
import type { TaskArgs, TaskName, TaskResult } from './tasks.ts';

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
