/** Returns the value of a JSON text, or `undefined`, which no shape accepts, if the text isn't JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
