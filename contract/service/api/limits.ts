/** All limits of our own service. Lengths count Unicode code points; sizes count bytes. */
export const limits = {
  title: 255,
  subtitle: 1_000,
  tracking: 255,
  url: 2_048,
  tags: 100,
  tagLength: 100,
  dataBytes: 32 * 1_024,
  dataDepth: 32,
  bodyBytes: 64 * 1_024,
  /** Maximum number of JSON values in a request. A string that contains JSON counts as one. */
  bodyValues: 1_000,
  idempotencyKey: 255,
} as const
