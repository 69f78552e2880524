import { randomUUID } from 'node:crypto'
import type { KeptProfile } from '../settings/shape.ts'

/** The profiles in the order of `ids`; those that are not named stay behind the others, in the order that they had. */
export function reorderProfiles(profiles: KeptProfile[], ids: string[]): KeptProfile[] {
  const place = (id: string) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return [...profiles].sort((a, b) => place(a.id) - place(b.id))
}

/** A copy under a name of its own, without the key: it is for another project or service. */
export function duplicateProfile(profile: KeptProfile, all: KeptProfile[]): KeptProfile {
  const names = new Set(all.map(({ name }) => name))
  let name = `${profile.name.slice(0, 50)} copy`
  for (let count = 2; names.has(name); count++) name = `${profile.name.slice(0, 50)} copy ${count}`
  return { ...profile, id: randomUUID(), kind: 'remote', name, keyAt: 'none' }
}
