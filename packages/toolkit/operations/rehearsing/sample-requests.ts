import type { BoxRequest, EvidenceRequest, SealRequest } from '../../pdf-toolkit.ts';

/** Every font draws it, so only the file can be at fault. */
export const SAMPLE_TEXT = 'A';

export const SAMPLE_BOX: BoxRequest = {
  id: SAMPLE_TEXT,
  type: 'signature',
  placement: 'new_page',
  label: SAMPLE_TEXT,
};

export const SAMPLE_SEAL: SealRequest = { reason: SAMPLE_TEXT, signedAt: '2000-01-01T00:00:00.000Z' };

export const SAMPLE_EVIDENCE: EvidenceRequest = {
  report: {
    title: SAMPLE_TEXT,
    introduction: SAMPLE_TEXT,
    sections: [{ heading: SAMPLE_TEXT, rows: [{ label: SAMPLE_TEXT, value: SAMPLE_TEXT }] }],
    footer: SAMPLE_TEXT,
  },
  record: { fileName: `${SAMPLE_TEXT}.json`, description: SAMPLE_TEXT, facts: {} },
};
