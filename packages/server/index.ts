export { type Config, readConfig } from './config.ts';
export { createServer, type RunningService, type ServerSeams } from './create-server.ts';
export { StartError, type StartErrorCode } from './errors.ts';
export { ensureWebBuilt } from './launch/build-web.ts';
