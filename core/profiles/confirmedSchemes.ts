import type { Problem } from '../../contract/app/problems/problem.ts'
import { maxConfirmedSchemes, schemesToConfirm } from '../../contract/app/link/unconfirmedSchemes.ts'
import type { LibrarySchemes, SchemeStep } from '../library/schemes.ts'
import type { Remote } from '../../sqlite/thread/messages.ts'
import type { SettingsFile } from '../settings/settings.ts'
import type { Settings } from '../settings/shape.ts'

export interface SchemeParts {
  settings: SettingsFile
  schemes: Remote<LibrarySchemes>
}

type Counts = SchemeStep['counts']

/** Returns a problem if the user must confirm a request's destinations before it is sent; otherwise `null`. */
export function checkRequestSchemes(
  parts: SchemeParts,
  profileId: string,
  request: Parameters<typeof schemesToConfirm>[0],
): Promise<Problem | null> {
  const find = (confirmed: readonly string[]): Counts =>
    schemesToConfirm(request, confirmed).map((scheme) => [scheme, 1])
  return checkSchemes(parts, profileId, find)
}

/** Does the same for all rows of a run that are ready to be sent. */
export function checkRunSchemes(
  parts: SchemeParts,
  run: { id: string; profileId: string },
): Promise<Problem | null> {
  const find = (confirmed: readonly string[]) =>
    countAll((after) => parts.schemes.ofRun(run.id, confirmed, after))
  return checkSchemes(parts, run.profileId, find)
}

async function checkSchemes(
  parts: SchemeParts,
  profileId: string,
  find: (confirmed: readonly string[]) => Counts | Promise<Counts>,
): Promise<Problem | null> {
  const confirmed = parts.settings.get().confirmedSchemes[profileId]
  let counts = await find(confirmed ?? [])
  if (counts.length > 0 && confirmed === undefined) counts = await find(await confirmUsed(parts, profileId))
  if (counts.length === 0) return null
  const sorted = counts.toSorted((one, other) => other[1] - one[1]).slice(0, maxPerQuestion)
  const schemes = sorted.map(([scheme, requests]) => ({ scheme, requests }))
  return { code: 'scheme_unconfirmed', unconfirmed: { profileId, schemes } }
}

/** Maximum number of schemes in a question. The others are asked about after it. */
const maxPerQuestion = 100

/** Confirms the schemes of a profile's links, which need no question. Returns all confirmed schemes. */
async function confirmUsed(parts: SchemeParts, profileId: string): Promise<readonly string[]> {
  const used = await countAll((after) => parts.schemes.ofLinks(profileId, after))
  const schemes = used.map(([scheme]) => scheme)
  await parts.settings.change((all) => withSchemes(all, profileId, schemes))
  return schemes
}

async function countAll(count: (after: number) => Promise<SchemeStep>): Promise<Counts> {
  const total = new Map<string, number>()
  for (let after: number | null = 0; after !== null;) {
    const step: SchemeStep = await count(after)
    for (const [scheme, requests] of step.counts) total.set(scheme, (total.get(scheme) ?? 0) + requests)
    after = step.next
  }
  return [...total]
}

/**
 * Returns settings with schemes of a profile confirmed, or with their confirmation withdrawn. Changes nothing if the
 * profile was removed in the meantime.
 */
export function withSchemes(
  all: Settings,
  profileId: string,
  schemes: readonly string[],
  isWithdrawn = false,
): Settings {
  if (!all.profiles.some(({ id }) => id === profileId)) return all
  const { [profileId]: earlier = [] } = all.confirmedSchemes
  const others = earlier.filter((scheme) => !schemes.includes(scheme))
  const confirmed = isWithdrawn ? others : [...others, ...new Set(schemes)].slice(-maxConfirmedSchemes)
  return { ...all, confirmedSchemes: { ...all.confirmedSchemes, [profileId]: confirmed } }
}
