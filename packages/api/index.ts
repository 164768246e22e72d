export { allowedMs } from './answer-watch.ts';
export { createApi } from './create-api.ts';
export type {
  ApiDeps,
  ApiSettings,
  ObservedRequest,
  Readiness,
  ReadinessWarning,
  RequestObserver,
  TransferLimits,
  TrustedProxies,
  WebPages,
} from './deps.ts';
export { createDownloads, DOWNLOAD_LIFETIME_MS, type Downloads } from './downloads.ts';
export { ERROR_CODES } from './errors/error-table.ts';
export { writeArchive } from './export/account-archive.ts';
export { writePersonArchive } from './export/person-archive.ts';
export type { Route, RouteSource, Scope } from './route.ts';
export { routes } from './routes/index.ts';
