import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { readBaseUrl } from '../../contract/service/address/baseUrl.ts'
import { catalogue } from '../../contract/app/problems/problemCatalogue.ts'
import type { profileInput } from '../../contract/app/profile/profile.ts'
import { fail, ok, type Result } from '../../contract/app/problems/result.ts'
import type { StoredProfile } from './shape.ts'

/**
 * Returns a new profile from user input or an import, with normalized address and hosts and without a key.
 */
export function createRemoteProfile(input: z.output<typeof profileInput>): Result<StoredProfile> {
  const address = readBaseUrl(input.baseUrl)
  if (!address.ok) {
    return fail({ code: address.code, fields: { 'profile.baseUrl': catalogue[address.code].why } })
  }
  return ok({
    name: input.name,
    environmentValues: input.environmentValues,
    color: input.color ?? 'blue',
    notes: input.notes ?? '',
    hasApp: input.hasApp ?? true,
    id: randomUUID(),
    kind: 'remote',
    baseUrl: address.baseUrl,
    linkHosts: [...new Set(input.linkHosts.map(parseHost).filter(Boolean))],
    keyAt: 'none',
  })
}

/** Parses a link host. Accepts `https://links.example.com/` and `links.example.com`. */
function parseHost(text: string): string {
  const trimmed = text.trim()
  return URL.parse(trimmed.includes('://') ? trimmed : `https://${trimmed}`)?.host ?? ''
}
