/** A warning about an address that visitors are sent to, with a suggested fix. */
export interface ValueWarning {
  text: string
  /** `null` if only the user can tell what was intended. */
  fix: { label: string; value: string } | null
  /** Whether the address is unusable, so that no visitor would arrive. */
  isError?: boolean
}

/** Returns a warning about a value that another one should replace. */
export function fixable(text: string, label: string, value: string): ValueWarning {
  return { text, fix: { label, value } }
}
