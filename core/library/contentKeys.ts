import type { GenerateRequest } from '../../contract/service/link/generate.ts'
import { duplicateKeyFields, fieldsOf, type FieldName } from '../../contract/service/link/fields.ts'
import { hashText } from './requestHash.ts'

/** Hashes that links with the same content have in common; `null` if they could match too many others. */
interface ContentKeys {
  /** The same addresses and app data. */
  contentKey: number | null
  /** Also the same tracking, profile and environment. */
  trackedKey: number | null
}

interface Owner {
  profileId: string
  environment: string
}

/** Returns the content keys of a link from the texts of its fields. Empty texts count as missing. */
export function contentKeys(
  { profileId, environment }: Owner,
  textOf: (field: FieldName) => string | null,
): ContentKeys {
  const content = duplicateKeyFields.map((field) => textOf(field) || null)
  if (content.every((text) => text === null)) return { contentKey: null, trackedKey: null }
  const tracking = fieldsOf('tracking').map((field) => textOf(field) || null)
  return { contentKey: hashText(content), trackedKey: hashText([profileId, environment, content, tracking]) }
}

/** Returns the text of a field of a request that content keys are made of. */
export function requestText(request: GenerateRequest): (field: FieldName) => string | null {
  return (field) => {
    const value = request[field]
    if (typeof value === 'object') return value.url
    return typeof value === 'string' ? value : null
  }
}
