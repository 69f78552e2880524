/**
 * Chromium gives rights of a web page only to schemes that are compiled into it. Here `app://linkwright/` is therefore
 * `https://linkwright.app-1.test/`: a secure origin that no server answers, for requests to it are answered by the app.
 */
export interface Addresses {
  /** As Chromium has it. */
  toChromium: (url: string) => string
  /** As the app has it. */
  toApp: (url: string) => string
  /** Replaces every address of the app in a document. */
  inDocument: (html: string) => string
}

/** Maps addresses of one app; the number keeps the storage of several apps apart. */
export function addressesOf(number: number): Addresses {
  const suffix = `.app-${number}.test`
  const inChromium = new RegExp(`^(blob:)?https://([\\w.-]+)\\.app-${number}\\.test(?=[/?#]|$)`)
  const toChromium = (url: string) => url.replace(/^(blob:)?app:\/\/([\w.-]+)/, `$1https://$2${suffix}`)
  return {
    toChromium,
    toApp: (url) => url.replace(inChromium, '$1app://$2'),
    inDocument: (html) => html.replaceAll(/app:\/\/[\w.-]+/g, toChromium),
  }
}
