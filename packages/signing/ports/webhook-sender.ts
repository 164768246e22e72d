/** POSTs one delivery to a customer's URL through the SSRF-safe door. Resolves with the status, rejects when there was none. */
export interface WebhookSender {
  /** Rejects with an Error with `code` `webhook_url_not_allowed` when the URL may not be called. No network call. */
  checkUrl(url: string): Promise<void>;
  post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
  ): Promise<{ readonly status: number }>;
}
