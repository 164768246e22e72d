import type { ElectronicIdMessage } from '@countersign/signing';

/** A message without a sentence does not compile. */
export type ElectronicIdSentences = Readonly<Record<ElectronicIdMessage, string>>;

/** BankID recommends the sentences of `rfa...` in these words. */
export const electronicId: ElectronicIdSentences = {
  rfa1: 'Start your BankID app.',
  rfa3: 'The action was cancelled. Please try again.',
  rfa4: 'An identification or signature is already in progress for your personal identity number. Please try again.',
  rfa5: 'Something went wrong. Please try again.',
  rfa6: 'The action was cancelled.',
  rfa8: 'The BankID app is not responding. Please check that it’s started and that you have internet access. Try again.',
  rfa9: 'Enter your security code in the BankID app and select Identify or Sign.',
  rfa13: 'Trying to start your BankID app.',
  rfa15: 'Searching for BankID. Make sure you have a valid BankID on this device.',
  rfa16: 'Your BankID is blocked or too old. Please use another BankID or get a new one from your bank.',
  rfa17a: 'You don’t seem to have the BankID app/program. Please install it and get a BankID from your bank.',
  rfa17b: 'Failed to scan the QR code. Start the BankID app and scan the QR code.',
  rfa21: 'An identification or signing is in progress.',
  rfa22: 'Something went wrong. Please try again.',
  rfa23: 'Take a photo of, and scan, your ID document with the BankID app.',
  rfa24: 'Do a facial recognition in the BankID app.',
  rfa25: 'Choose how to confirm your identity in the BankID app.',
  rfa26: 'The check of your ID document failed. Please try again.',
  rfa27: 'The facial recognition failed. Please try again.',
  rfa28: 'Your device lacks the reader that is needed to check ID documents.',
  rfa29:
    'You have several BankIDs on your device. Remove all but one to complete the identification: Menu – Settings in your BankID app.',
  rfa30: 'Your identity could not be confirmed. Please try again.',
  continue_at_provider: 'Continue at the provider of your e-ID. You come back here afterwards.',
  return_to_page: 'You have identified yourself. Continue in the window that the app opened.',
  other_browser:
    'This identification was started in another browser, or it has ended. Go back to the browser where you began, or open the link of your invitation again.',
  refused_at_provider: 'You did not identify yourself. Try again if you want to continue.',
  order_expired: 'The time to identify yourself is over. Try again.',
  identification_invalid: 'The identification could not be verified. Try again.',
  risk_too_high:
    'The identification was stopped for your safety, as it may be an attempt at fraud. Only identify yourself on a page that you opened yourself, on a device of your own. If somebody asked you to do this, contact your bank. Otherwise try again, on the device where you have your e-ID if you can.',
  other_person:
    'Another person identified themselves here before. The same person has to do every check: if that is you, do the earlier checks again first.',
  provider_unavailable: 'The e-ID service cannot be reached now. Try again in a moment.',
  sandbox_waiting: 'Enter who the sandbox should identify.',
};
