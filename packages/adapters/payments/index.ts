export { createSandboxPayments } from './create-sandbox-payments.ts';
export { createStripePayments, type StripeOptions, type StripePayments } from './create-stripe-payments.ts';
