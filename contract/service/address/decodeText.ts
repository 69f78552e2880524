/** Removes one level of percent-encoding. Returns damaged text unchanged. */
export function decodeText(text: string): string {
  return decodeIntactText(text) ?? text
}

/** Removes one level of percent-encoding. Returns `null` for damaged text. */
export function decodeIntactText(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
