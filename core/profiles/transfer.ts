import { pick } from '../../contract/service/link/fields.ts'
import { z } from 'zod'
import { toFieldErrors } from '../../contract/service/link/fieldErrors.ts'
import {
  hasNoHiddenCharacters,
  hiddenCharacterError,
  spellHiddenCharacters,
} from '../../contract/service/text/hiddenCharacters.ts'
import { tryParseJson } from '../../contract/app/text/tryParseJson.ts'
import { catalogue } from '../../contract/app/problems/problemCatalogue.ts'
import type { ProblemCode } from '../../contract/app/problems/problem.ts'
import { profileInput } from '../../contract/app/profile/profile.ts'
import type { TextFile } from '../../contract/app/tables/textFile.ts'
import type { Redactor } from '../redactor.ts'
import type { StoredProfile } from '../settings/shape.ts'
import { createRemoteProfile } from '../settings/remoteProfile.ts'
import { withoutKeys } from './keyInProfile.ts'

/** A file of profiles. Unknown fields, in particular keys, are ignored. */
const fileShape = z.object({
  format: z.literal('linkwright-profiles'),
  version: z.literal(1),
  profiles: z.array(z.unknown()).max(1_000),
})

const exportedFields = [
  ...(['name', 'color', 'baseUrl', 'linkHosts', 'environmentValues', 'notes', 'hasApp'] as const),
]

/** Exports remote profiles. The service on this computer isn't included. */
export function exportProfiles(profiles: StoredProfile[], redactor: Redactor, ids?: string[]): TextFile {
  const selected = profiles.filter(({ id, kind }) => kind === 'remote' && (ids?.includes(id) ?? true))
  const file = {
    format: 'linkwright-profiles',
    version: 1,
    profiles: selected
      .map((profile) => withoutKeys(profile, redactor))
      .map((profile) => pick(profile, exportedFields)),
  }
  return { name: 'linkwright-profiles.json', text: `${JSON.stringify(file, null, 2)}\n` }
}

export interface ImportedProfiles {
  added: StoredProfile[]
  skipped: { name: string; why: string }[]
}

/** Returns the profiles in a file, not checked yet; `null` if it isn't a file of profiles. */
export function readProfileFile(text: string): unknown[] | null {
  return fileShape.safeParse(tryParseJson(text)).data?.profiles ?? null
}

/**
 * Checks the profiles of a file. Skips those that already exist (same name and address), and those with a problem, such
 * as a service that the organization doesn't allow.
 */
export function importProfiles(
  entries: readonly unknown[],
  existing: readonly StoredProfile[],
  findProblem: (profile: StoredProfile) => ProblemCode | null,
): ImportedProfiles {
  const result: ImportedProfiles = { added: [], skipped: [] }
  for (const [index, entry] of entries.entries()) {
    const profile = readProfile(entry)
    if (typeof profile === 'string') {
      result.skipped.push({ name: profileName(entry, index), why: profile })
      continue
    }
    const problem = findProblem(profile)
    if (isKnown(profile, [...existing, ...result.added])) {
      result.skipped.push({ name: profile.name, why: 'It is already in your list.' })
    } else if (problem) {
      result.skipped.push({ name: profile.name, why: catalogue[problem].why })
    } else result.added.push(profile)
  }
  return result
}

/** A file may come from someone else, so a name must not look like another one. */
const foreignProfile = profileInput.extend({
  name: profileInput.shape.name.refine(hasNoHiddenCharacters, hiddenCharacterError),
})

/** Returns a profile, or an error message. */
function readProfile(entry: unknown): StoredProfile | string {
  const input = foreignProfile.safeParse(entry)
  if (!input.success) {
    return Object.entries(toFieldErrors(input.error))
      .map(([field, error]) => `${field || 'profile'}: ${error}`)
      .join(' ')
  }
  const profile = createRemoteProfile(input.data)
  return profile.ok ? profile.value : `baseUrl: ${catalogue[profile.problem.code].why}`
}

function isKnown({ name, baseUrl }: StoredProfile, all: StoredProfile[]): boolean {
  return all.some((profile) => profile.name === name && profile.baseUrl === baseUrl)
}

function profileName(entry: unknown, index: number): string {
  const parsed = z.object({ name: z.string() }).safeParse(entry)
  return parsed.success ? spellHiddenCharacters(parsed.data.name.slice(0, 60)) : `Profile ${index + 1}`
}
