export { createServer, type RunningService, type ServerSeams } from './create-server.ts';
export { ensureWebBuilt } from './launch/build-web.ts';
export { type Config, readConfig } from './settings/config.ts';
export { StartError, type StartErrorCode } from './settings/values.ts';
