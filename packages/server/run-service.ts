import { type Config, readConfig } from './config.ts';
import { createServer, type RunningService } from './create-server.ts';
import { StartError } from './errors.ts';
import { ensureWebBuilt } from './launch/build-web.ts';

/** sysexits.h EX_CONFIG: nothing but a corrected setting helps, so a supervisor need not try again. */
const EXIT_WRONG_SETTING = 78;
/** Milliseconds from SIGTERM to the end: less than the 30 s most supervisors wait before SIGKILL. */
const DRAIN_LIMIT_MS = 25_000;

const tell = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

try {
  const config = readConfig(process.env);
  ensureWebBuilt(tell);
  tell('Starting; the first start takes some seconds to make the database ...');
  const service = await createServer(config);
  announce(config, service);
  stopOnSignals(service);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(error.code === 'setting_invalid' ? EXIT_WRONG_SETTING : 1);
}

function announce(config: Config, service: RunningService): void {
  tell(`Countersign is ready at ${service.baseUrl}`);
  tell(`  API      ${service.baseUrl}/v1   described at ${service.baseUrl}/openapi.json`);
  tell(`  Verify   ${service.baseUrl}/verify   anybody drops a sealed PDF and learns what it is`);
  if (config.smtpUrl === undefined)
    tell(`  Outbox   ${service.baseUrl}/outbox   every message, instead of sending`);
  tell(`  Data     ${config.dataDir}${config.databaseUrl === undefined ? '' : ' and PostgreSQL'}`);
  if (service.firstAccount === null) return;
  const { emailAddress, password, apiKey } = service.firstAccount;
  tell('The first account was made. Keep this: it is shown once.');
  tell(`  User     ${emailAddress}`);
  tell(`  Password ${password ?? 'as in BOOTSTRAP_PASSWORD'}`);
  tell(`  API key  ${apiKey ?? 'as in BOOTSTRAP_API_KEY'}`);
}

function stopOnSignals(service: RunningService): void {
  const stop = (signal: NodeJS.Signals) => {
    tell(`${signal}: finishing what runs ...`);
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
