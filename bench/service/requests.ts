import { apiPrefix, headers } from '../../contract/service/api/headers.ts'
import { unidentifiedLink } from '../../service/links/create.ts'
import { createIdentityGenerator } from '../../service/random/identity.ts'
import type { LinkRow } from '../../service/store/links/links.ts'
import { allFieldsRequest } from '../../tests/contract/service/link/everyField.ts'
import type { RequestText } from './wrk.ts'

/** A create with every field of the specification, as long as that of a campaign: about 800 bytes. */
const everyField = {
  ...allFieldsRequest,
  // Only one link can have it.
  path: undefined,
  data: JSON.stringify({
    screen: 'offer',
    offer_id: 90_071_992_547,
    discount: 0.5,
    categories: ['shoes', 'shirts', 'sport', 'winter jackets', 'last pieces of the summer'],
    referrer: { user: 'u_8842', channel: 'newsletter', campaign: 'summer-sale', variant: 'b' },
    message: 'Until Sunday: 30 % off everything, in the app and in every shop',
  }),
}

const identify = createIdentityGenerator()
const createdAt = Date.UTC(2026, 10, 20)

/** The same link as stored, with a new path. `id` is a small number; ids of real links are much larger. */
export function sampleLink(id: number, project: string): LinkRow {
  const source = { project, environment: 'production', linkOrigin: null, keyName: 'default' } as const
  const link = unidentifiedLink(source, everyField, null)
  return { ...link, id, path: identify().path, createdAt, updatedAt: createdAt }
}

/** Returns the headers that each request to the API needs. */
export const apiHeaders = (key: string) => ({
  [headers.projectKey]: key,
  [headers.environment]: 'production',
  'Content-Type': 'application/json',
})

const createPath = `${apiPrefix}/generate_link`

/** Returns a create with every field; the service creates a new link each time. */
export function createRequests(key: string): RequestText[] {
  return [{ method: 'POST', path: createPath, headers: apiHeaders(key), body: JSON.stringify(everyField) }]
}

/** Returns a lookup of each link. */
export function lookupRequests(key: string, paths: string[]): RequestText[] {
  return paths.map((path) => ({ method: 'GET', path: `${apiPrefix}/link/${path}`, headers: apiHeaders(key) }))
}

const browserHeaders = {
  'User-Agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  Accept: 'text/html',
  'Accept-Language': 'en',
  'Accept-Encoding': 'gzip',
  Referer: 'https://news.example.org/',
}

/** Returns a visit to each link with a desktop browser. */
export function visitRequests(paths: string[]): RequestText[] {
  return paths.map((path) => ({ method: 'GET', path: `/${path}`, headers: browserHeaders }))
}
