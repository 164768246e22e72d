/** Starts programs for a worker of vitest (`spawn-by-small-process.ts`) until the worker ends. */
import { spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import {
  type ProgramAnswer,
  type ProgramRequest,
  readMessage,
  writeMessage,
} from './small-process-messages.ts';

const [, , requestPath = '', answerPath = ''] = process.argv;
const requests = openSync(requestPath, 'r');
const answers = openSync(answerPath, 'w');

for (
  let request = readMessage<ProgramRequest>(requests);
  request !== undefined;
  request = readMessage<ProgramRequest>(requests)
) {
  writeMessage(answers, run(request));
}

function run({ command, args, options }: ProgramRequest): ProgramAnswer {
  try {
    const { error, ...result } = spawnSync(command, args, options);
    return error === undefined ? result : { ...result, fault: { ...error, message: error.message } };
  } catch (error) {
    // Of a wrong argument.
    const nothing = Buffer.alloc(0);
    const fault = { message: String(error) };
    return { ...{ pid: 0, output: [], stdout: nothing, stderr: nothing, status: null, signal: null }, fault };
  }
}
