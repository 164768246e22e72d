import { createServer, type RunningService } from './create-server.ts';
import { ensureWebBuilt } from './launch/build-web.ts';
import { type Config, readConfig } from './settings/config.ts';
import { EXIT_WRONG_SETTING, StartError } from './settings/values.ts';
import { createLogger, logWarnings } from './wiring/logging.ts';

/** The service has these milliseconds after SIGTERM, because most supervisors send SIGKILL after 30 s. */
const DRAIN_LIMIT_MS = 25_000;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

try {
  const config = readConfig(process.env);
  logWarnings(createLogger(config.logLevel));
  ensureWebBuilt(print);
  print('Starting; the first start takes some seconds longer ...');
  const service = await createServer(config);
  announce(config, service);
  stopOnSignals(service);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(error.code === 'setting_invalid' ? EXIT_WRONG_SETTING : 1);
}

function announce(config: Config, service: RunningService): void {
  print(`Countersign is ready at ${service.baseUrl}`);
  print(`  Sign in  ${service.baseUrl}/sign-in   send documents in the browser`);
  print(`  API      ${service.baseUrl}/v1   described at ${service.baseUrl}/openapi.json`);
  print(`  Verify   ${service.baseUrl}/verify   anyone can verify a sealed PDF`);
  if (config.smtpUrl === undefined)
    print(`  Outbox   ${service.baseUrl}/outbox   messages that are not sent`);
  print(`  Data     ${config.dataDir}${config.databaseUrl === undefined ? '' : ' and PostgreSQL'}`);
  if (service.firstAccount === null) return;
  const { emailAddress, password, apiKey } = service.firstAccount;
  print('The first account was created. Save these credentials: they are shown once.');
  print(`  User     ${emailAddress}`);
  print(`  Password ${password ?? 'as in BOOTSTRAP_PASSWORD'}`);
  print(`  API key  ${apiKey ?? 'as in BOOTSTRAP_API_KEY'}`);
  print(`Next: open ${service.baseUrl}/sign-in, or README.md, "Using the API".`);
}

function stopOnSignals(service: RunningService): void {
  const stop = (signal: NodeJS.Signals) => {
    print(`${signal}: finishing running work ...`);
    setTimeout(() => process.exit(1), DRAIN_LIMIT_MS).unref();
    service.close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`stopping failed: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}
