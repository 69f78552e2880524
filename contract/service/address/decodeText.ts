/** Removes one level of percent-encoding. Returns damaged text unchanged. */
export function decodeText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
