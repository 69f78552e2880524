import { randomUUID } from 'node:crypto'
import type { KeptProfile } from '../settings/shape.ts'

/** Returns the profiles in the order of `ids`. Others come last, in their previous order. */
export function reorderProfiles(profiles: KeptProfile[], ids: string[]): KeptProfile[] {
  const place = (id: string) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return [...profiles].sort((a, b) => place(a.id) - place(b.id))
}

/** Returns a copy with its own name and without the key, for another project or service. */
export function duplicateProfile(profile: KeptProfile, all: KeptProfile[]): KeptProfile {
  const names = new Set(all.map(({ name }) => name))
  let name = `${profile.name.slice(0, 50)} copy`
  for (let count = 2; names.has(name); count++) name = `${profile.name.slice(0, 50)} copy ${count}`
  return { ...profile, id: randomUUID(), kind: 'remote', name, keyAt: 'none' }
}
