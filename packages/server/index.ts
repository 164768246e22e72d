export { type Config, readConfig } from './config.ts';
export { createServer, type RunningService } from './create-server.ts';
export { StartError, type StartErrorCode } from './errors.ts';
export { ensureWebBuilt } from './launch/build-web.ts';
