import type { FieldChange } from '../check.ts'
import { compareLinks } from './compare.ts'
import type { RemoteLink } from '../remoteLink.ts'

/** Fields that only the service sets and whose changes are shown. */
const reportedFields = [
  'active',
  'path',
  'access_path',
  'id',
  'generated_from_platform',
  'sdk_generated',
] as const satisfies (keyof RemoteLink)[]

/**
 * Returns the fields that changed between two responses. A field missing from either response isn't a change.
 * `updated_at` and unknown fields are ignored, because some services update them on every visit.
 */
export function findChanges(before: RemoteLink, now: RemoteLink): FieldChange[] {
  const isUnreported = (field: string) => {
    const [name = ''] = field.split('.')
    return [before, now].some(({ unreported }) => unreported?.includes(name))
  }
  const requestedChanges = compareLinks(before, now).map(({ field, requested, stored }) => {
    return { field, before: requested, now: stored }
  })
  const reportedChanges = reportedFields.map((field) => ({
    field,
    before: toText(before[field]),
    now: toText(now[field]),
  }))
  return [...requestedChanges, ...reportedChanges].filter(
    (change) => change.before !== change.now && !isUnreported(change.field),
  )
}

function toText(value: string | boolean | null): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value ?? ''
}
