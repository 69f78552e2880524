/**
 * Chromium grants web page rights only to built-in schemes. Here `app://linkwright/` is therefore mapped to
 * `https://linkwright.app-1.apps.test/`: a secure origin whose requests the app answers. All are of one site, so that
 * they share a renderer process.
 */
export interface Addresses {
  /** Converts to Chromium's address. */
  toChromium: (url: string) => string
  /** Converts to the app's address. */
  toApp: (url: string) => string
  /** Replaces every app address in a document. */
  replaceInDocument: (html: string) => string
}

const site = 'apps.test'

/** An address of the site that no app has. */
export const emptyAddress = `https://${site}/`

/** Returns the address mapping of one app. The number separates the storage of several apps. */
export function createAddresses(number: number): Addresses {
  const suffix = `.app-${number}.${site}`
  const chromiumPattern = new RegExp(`^(blob:)?https://([\\w.-]+)\\.app-${number}\\.${site}(?=[/?#]|$)`)
  const toChromium = (url: string) => url.replace(/^(blob:)?app:\/\/([\w.-]+)/, `$1https://$2${suffix}`)
  return {
    toChromium,
    toApp: (url) => url.replace(chromiumPattern, '$1app://$2'),
    replaceInDocument: (html) => html.replaceAll(/app:\/\/[\w.-]+/g, toChromium),
  }
}
