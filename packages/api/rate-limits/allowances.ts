/** Pages read large PDFs in many ranges. */
export const RANGE_ALLOWANCE = 5;
/** 30 a minute of the default: every request may send a message. */
export const MESSAGE_ALLOWANCE = 0.05;
/** 60 a minute of the default: every request calls a server of the customer's choice. */
export const WEBHOOK_ALLOWANCE = 0.1;
