import type { AppState } from '../../../../contract/app/calls/app/app.ts'
import type { FoundLink } from '../../../../contract/app/calls/links/links.ts'
import { linkRecord } from '../../../../contract/app/link/record.ts'
import type { LinkRecord } from '../../../../contract/app/link/record.ts'
import { parseRemoteLink } from '../../../../contract/app/link/remoteLink.ts'

type Profile = AppState['profiles'][number]

/** Profiles of three shops: the current one, a second with its own domain, and a third that shares that domain. */
export const shops: Profile[] = [
  createShop({ id: 'acme', name: 'Acme', linkHosts: ['links.acme.example'] }),
  createShop({ id: 'de', name: 'Shop DE', linkHosts: ['go.shop.example'] }),
]
export const sharedDomainShop = createShop({ id: 'at', name: 'Shop AT', linkHosts: ['go.shop.example'] })

function createShop(overrides: Pick<Profile, 'id' | 'name' | 'linkHosts'>): Profile {
  return {
    kind: 'remote',
    color: 'blue',
    notes: '',
    hasApp: true,
    baseUrl: `https://api.${overrides.id}.example/api/v1/sdk`,
    environmentValues: { production: 'production', development: 'development' },
    key: 'keychain',
    managed: false,
    defaults: 'ours',
    reportsVisits: false,
    canChangeLinks: false,
    hasOwnPaths: false,
    hasImages: false,
    ...overrides,
  }
}

/** Returns the app's answer for a link with these fields at the service. */
export function createAnswer(
  path: string,
  fields: Record<string, unknown> = {},
): { ok: true; value: FoundLink } {
  const raw = JSON.stringify({
    link: { path, active: true, access_path: `https://links.acme.example/${path}`, ...fields },
  })
  const link = parseRemoteLink(JSON.stringify((JSON.parse(raw) as { link: object }).link))
  return { ok: true, value: { path, link, raw, record: null, defaults: 'ours' } }
}

/** The library's record of the link at `path` in Acme: requested, and never read back. */
export function createRecord(path: string, overrides: Partial<LinkRecord> = {}): LinkRecord {
  return linkRecord.parse({
    id: crypto.randomUUID(),
    state: 'created',
    profileId: 'acme',
    profileName: 'Acme',
    environment: 'development',
    request: { title: 'Summer sale', desktop_custom_redirect: { url: 'https://shop.example.com/summer' } },
    promotedFrom: null,
    link: `https://links.acme.example/${path}`,
    path,
    problem: null,
    answer: null,
    stored: null,
    differences: null,
    checkedAt: null,
    createdAt: '2026-11-03T10:00:00.000Z',
    ...overrides,
  })
}
