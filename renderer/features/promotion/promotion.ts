import type { GenerateRequest } from '../../../contract/service/link/generate.ts'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { canonicalJson } from '../../../contract/service/json/canonicalJson.ts'
import { fieldNames } from '../../../contract/service/link/fields.ts'
import { fieldName } from '../../link/fieldNames.ts'
import { valueText } from '../../link/valueText.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import type { ComparedField } from '../../ui/FieldTable.tsx'

/** A link with a known request that is not in production yet. */
export type Promotable = LinkRecord & { request: GenerateRequest }

export function isPromotable(record: LinkRecord): record is Promotable {
  return record.environment === 'development' && record.state === 'created' && record.request !== null
}

/**
 * Returns what differs in a profile's production: where the request is sent, and which values of the `sent` request
 * aren't those of the development link.
 */
export function findChanges(
  source: SavedProfile | undefined,
  { profileName, link, request }: Promotable,
  target: SavedProfile,
  sent: GenerateRequest,
): ComparedField[] {
  const text = (values: GenerateRequest, field: (typeof fieldNames)[number]) =>
    valueText(field, values[field]) || (field === 'path' ? 'Chosen by the service' : '')
  const rows = [
    { name: 'Environment', before: 'Development', after: 'Production' },
    { name: 'Profile', before: profileName, after: target.name },
    { name: 'Service', before: source?.baseUrl ?? 'Unknown', after: target.baseUrl },
    { name: 'Link', before: link ?? '', after: 'A new link' },
    ...fieldNames.map((field) => ({
      name: fieldName(field),
      before: text(request, field),
      after: text(sent, field),
    })),
  ]
  return rows.filter(({ before, after }) => before !== after)
}

/** Returns whether two requests are equal, regardless of field order and of the own path, which only one link has. */
export function isSameDefinition(one: GenerateRequest, other: GenerateRequest | null): boolean {
  const text = (request: GenerateRequest) => canonicalJson({ ...request, path: '' })
  return other !== null && text(one) === text(other)
}
