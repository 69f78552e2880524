/** The window's own scheme: `app://linkwright/`, an origin that no web page or file can have. */
export const scheme = 'app'
export const origin = `${scheme}://linkwright`
export const startPage = `${origin}/`

/** Whether a URL belongs to the window itself. */
export function isOwnUrl(url: string): boolean {
  return url.startsWith(startPage)
}

/** Whether a URL belongs to the page or was created by it, such as a QR code to save or a list to export. */
export function isOwnResource(url: string): boolean {
  return isOwnUrl(url.replace(/^blob:/, ''))
}
