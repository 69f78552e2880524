import { byName, fieldsOf, trackingNames } from '../../../contract/service/link/fields.ts'
import { createIdentityGenerator } from '../../../service/random/identity.ts'
import type { LinkRow } from '../../../service/store/links/links.ts'
import type { ProjectKey } from '../../../service/store/projects/project.ts'

const identify = createIdentityGenerator()

/** Returns a new link with every field set, and its own path and id. */
export function sampleLink(changes: Partial<LinkRow> = {}): LinkRow {
  const createdAt = changes.createdAt ?? Date.UTC(2026, 10, 20, 8, 33)
  return {
    ...identify(),
    project: 'prj_sample',
    environment: 'production',
    origin: null,
    ownKey: null,
    active: true,
    activeUntil: Date.UTC(2999, 0, 1),
    erasedAt: null,
    passQuery: false,
    image: 'https://images.example/“a”.png',
    createdAt,
    updatedAt: createdAt,
    ...byName(fieldsOf('text'), (name) => `Autumn's “${name}” \\ 🍂; {1,2} "NULL"\nand a new line`),
    data: '{"big":12345678901234567890,"one":1.0,"__proto__":{},"text":"\\u0041\\"\\\\"}',
    tags: '["autumn","“quoted”, with comma"]',
    ios: { url: 'https://apps.apple.com/app/id1', openApp: true },
    android: { url: 'market://details?id=a', openApp: false },
    desktop: { url: 'https://example.com/a?b=c#d' },
    previewIos: true,
    previewAndroid: false,
    tracking: { ...byName(trackingNames, (name) => name), source: '', medium: null },
    idempotency: null,
    keyName: 'shop’s server',
    ...changes,
  }
}

/** A key with all permissions, unless changed. */
export function sampleKey(changes: Partial<ProjectKey> = {}): ProjectKey {
  return {
    ...{ hash: 'hash', project: 'prj_sample', createdAt: 4, expiresAt: null },
    ...{ name: 'default', environment: null, scope: 'full', lastUsedAt: null },
    ...{ mayList: false, mayInvite: false },
    ...changes,
  }
}
