import type { FieldChange } from './check.ts'
import { compareLinks } from './compare.ts'
import type { RemoteLink } from './remoteLink.ts'

/** What a service tells of a link beyond the fields that a request carries, and people are told of. */
const reportedFields = [
  'active',
  'image',
  'path',
  'access_path',
  'id',
  'generated_from_platform',
  'sdk_generated',
] as const satisfies (keyof RemoteLink)[]

/**
 * The fields that a service tells otherwise now than before. What it does not report, then or now, is no change. Neither is
 * `updated_at` alone, nor what the specification does not know: some services count visits there, and a link that is visited
 * has not changed.
 */
export function findChanges(before: RemoteLink, now: RemoteLink): FieldChange[] {
  const isSilent = (field: string) => {
    const [name = ''] = field.split('.')
    return [before, now].some(({ unreported }) => unreported?.includes(name))
  }
  const requested = compareLinks(before, now).map(({ field, requested, stored }) => {
    return { field, before: requested, now: stored }
  })
  const others = reportedFields.map((field) => ({
    field,
    before: toText(before[field]),
    now: toText(now[field]),
  }))
  return [...requested, ...others].filter((change) => change.before !== change.now && !isSilent(change.field))
}

function toText(value: string | boolean | null): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value ?? ''
}
