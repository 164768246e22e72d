/** Preloaded into the service, and so into its PDF processes, which send no statements and are measured without a driver. */
import { HOST_MARK } from '../../workers/host-process.ts';

if (process.env[HOST_MARK] === undefined) await import('./record-sql.ts');
