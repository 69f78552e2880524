/** Path of the rules, after the base URL (specification 4.11). */
export const rulesPath = '/rules'

/** Maximum length of the rules that a service shares, in bytes of UTF-8. */
export const maxServiceRulesBytes = 256 * 1_024
