import { testQuery } from '../../contract/service/link/visits.ts'

/**
 * Returns the parameters of a request's URL that a link passes on, without `?` and without the app's own mark of a test.
 * Node reads each byte as a character, so those outside ASCII are percent-encoded.
 */
export function readPassedQuery(url: string): string {
  const start = url.indexOf('?')
  if (start < 0) return ''
  const query = url.slice(start + 1).replace(/#.*$/s, '')
  const passed = query.split('&').filter((parameter) => parameter !== testQuery)
  return passed
    .join('&')
    .replace(/[^!-~]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
}
