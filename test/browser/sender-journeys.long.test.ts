import { DESKTOP, PHONE } from './chromium.ts';
import { defineSenderJourneys } from './sender-journeys.contract.ts';

defineSenderJourneys([
  { language: 'en', device: 'a desktop', options: DESKTOP, pointer: 'mouse' },
  { language: 'es', device: 'a phone', options: PHONE, pointer: 'touch' },
]);
