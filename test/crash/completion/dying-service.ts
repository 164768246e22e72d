/** The service as `npm start` runs it, that dies at the step which the file named by DIE_AT names. */
import { createServer, readConfig } from '@countersign/server';
import { DIE_AT, dieAtStep } from './steps.ts';

const file = process.env[DIE_AT] ?? '';
const service = await createServer(readConfig(process.env), { decorate: (deps) => dieAtStep(deps, file) });
process.once('SIGTERM', () => void service.close().then(() => process.exit(0)));
