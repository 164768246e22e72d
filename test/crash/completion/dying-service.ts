/** Runs the service as `npm start` does, and kills it at the step named in the file DIE_AT. */
import { createServer, readConfig } from '@countersign/server';
import { DIE_AT, dieAtStep } from './steps.ts';

const file = process.env[DIE_AT] ?? '';
const service = await createServer(readConfig(process.env), { decorate: (deps) => dieAtStep(deps, file) });
process.once('SIGTERM', () => void service.close().then(() => process.exit(0)));
