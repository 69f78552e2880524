import { apiPrefix, headers } from '../../contract/headers.ts'
import { everyField } from './sample.ts'
import type { RequestText } from './wrk.ts'

/** User agent of a desktop browser. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

function apiHeaders(key: string): Record<string, string> {
  return {
    [headers.projectKey]: key,
    [headers.environment]: 'production',
    'Content-Type': 'application/json',
  }
}

/** Returns a create with every field; the service creates a new link each time. */
export function createRequests(key: string): RequestText[] {
  const body = JSON.stringify(everyField)
  return [{ method: 'POST', path: `${apiPrefix}/generate_link`, headers: apiHeaders(key), body }]
}

export function lookupRequests(key: string, paths: string[]): RequestText[] {
  return paths.map((path) => ({ method: 'GET', path: `${apiPrefix}/link/${path}`, headers: apiHeaders(key) }))
}

export function visitRequests(paths: string[]): RequestText[] {
  const browser = {
    'User-Agent': userAgent,
    Accept: 'text/html',
    'Accept-Language': 'en',
    'Accept-Encoding': 'gzip',
    Referer: 'https://news.example.org/',
  }
  return paths.map((path) => ({ method: 'GET', path: `/${path}`, headers: browser }))
}
