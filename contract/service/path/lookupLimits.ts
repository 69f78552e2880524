/** Limits of our service's multi-link lookup (specification 4.6). */
export const lookupLimits = {
  /** Paths per `POST /links/lookup`. */
  paths: 200,
  /** Size of a response, in bytes, after which the remaining paths are left for another request. */
  answerBytes: 1_024 * 1_024,
} as const
