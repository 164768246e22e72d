/** Protected against SSRF. Resolves with the status; rejects without a response. */
export interface WebhookSender {
  /** Rejects with `code` `webhook_url_not_allowed`. Makes no network call. */
  checkUrl(url: string): Promise<void>;
  post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
  ): Promise<{ readonly status: number }>;
}
