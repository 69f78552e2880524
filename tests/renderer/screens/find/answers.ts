import type { AppState } from '../../../../contract/calls/app.ts'
import type { FoundLink } from '../../../../contract/calls/links.ts'
import { parseRemoteLink } from '../../../../contract/remoteLink.ts'

type Profile = AppState['profiles'][number]

/** Profiles of three shops: the one in force, a second with a domain of its own, and a third that shares that domain. */
export const shops: Profile[] = [
  shop({ id: 'acme', name: 'Acme', linkHosts: ['links.acme.example'] }),
  shop({ id: 'de', name: 'Shop DE', linkHosts: ['go.shop.example'] }),
]
export const twin = shop({ id: 'at', name: 'Shop AT', linkHosts: ['go.shop.example'] })

function shop(facts: Pick<Profile, 'id' | 'name' | 'linkHosts'>): Profile {
  return {
    kind: 'remote',
    color: 'blue',
    notes: '',
    baseUrl: `https://api.${facts.id}.example/api/v1/sdk`,
    environmentValues: { production: 'production', development: 'development' },
    key: 'keychain',
    managed: false,
    defaults: 'ours',
    reportsVisits: false,
    ...facts,
  }
}

/** What the app answers when it has found a link of which the service says `fields`. */
export function answerOf(path: string, fields: Record<string, unknown> = {}): { ok: true; value: FoundLink } {
  const raw = JSON.stringify({
    link: { path, active: true, access_path: `https://links.acme.example/${path}`, ...fields },
  })
  const link = parseRemoteLink(JSON.stringify((JSON.parse(raw) as { link: object }).link))
  return { ok: true, value: { path, link, raw, record: null, defaults: 'ours' } }
}
