import type { CompleteReport } from '../ports/pdf-toolkit.ts';
import type { Decision } from './decision.ts';
import type { DocumentState, Sealing } from './document.ts';
import { canMove } from './status-transitions.ts';

/** Before the file is stored, because the process may end in between. Null if the document has moved on. */
export function recordSealing(document: DocumentState, report: CompleteReport): Decision | null {
  if (!canMove(document.status, 'completed')) return null;
  const sealing = describeSealing(report);
  return {
    document: { ...document, sealings: [...document.sealings, sealing] },
    entries: [{ type: 'document.sealed', details: { ...sealing } }],
    jobs: [],
  };
}

function describeSealing({ sha256, size, seal: { level, timestamp, failures } }: CompleteReport): Sealing {
  const seal = {
    level,
    timestamp: timestamp && { authority: timestamp.authority, time: timestamp.time },
    failures: failures.map(({ authority, reason }) => ({ authority, reason })),
  };
  return { sha256, size, seal };
}
