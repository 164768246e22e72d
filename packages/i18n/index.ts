export { errorMessage } from './error-message.ts';
export { escapeHtml } from './escape-html.ts';
export { formatMessage, type MessageParams } from './format.ts';
export { formatMoment } from './format-moment.ts';
export { messageWriter } from './message-writer.ts';
export { type PageKey, type PageSentences, type PageText, pageText } from './page-text.ts';
export { pickLanguage } from './pick-language.ts';
export { signatureProblem } from './signature-problem.ts';
export { type VerifyKey, type VerifySentences, type VerifyText, verifyText } from './verify-text.ts';
