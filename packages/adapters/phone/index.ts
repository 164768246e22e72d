export { createDeliveryReports, type DeliveryReports } from './delivery-reports.ts';
export { createElksProvider } from './elks.ts';
export type { PhoneProvider, StatusReport } from './phone-provider.ts';
export { createSendOnce } from './send-once.ts';
export { createTwilioProvider } from './twilio.ts';
