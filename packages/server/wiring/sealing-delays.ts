import type { ReadinessWarning } from '@countersign/api';
import type { Database, SealingLog } from '@countersign/signing';
import type { Logger } from 'pino';

/** An operator is needed once it is delayed; until then it may end by itself. */
export function createSealingLog(logger: Logger): SealingLog {
  return {
    failed: (facts, error) => logger.warn({ err: error, ...facts }, 'sealing failed, will be tried again'),
    delayed: (facts) =>
      logger.error(
        { code: 'sealing_delayed', ...facts },
        'a signed document cannot be sealed; npm run admin -- documents reseal tries within a minute',
      ),
  };
}

/** [D12-02] Only the reasons, since readiness is public: the log names the documents. */
export async function listSealingDelays({
  listSealingReasons,
}: Pick<Database['read']['documents'], 'listSealingReasons'>): Promise<readonly ReadinessWarning[]> {
  const reasons = await listSealingReasons();
  if (reasons.length === 0) return [];
  const message = `Signed documents wait to be sealed (${reasons.join(', ')}); the log names them`;
  return [{ code: 'sealing_delayed', message }];
}
