import { canonicalJson, parseExactly } from '../../../service/json/canonicalJson.ts'
import type { GenerateRequest } from '../../../service/link/generate.ts'
import { isObject } from '../../../service/json/json.ts'
import { byName, changeableFields, fieldNames, fieldsOf, linkFields } from '../../../service/link/fields.ts'
import type { FieldName, FieldOf } from '../../../service/link/fields.ts'
import type { RemoteLink } from '../remoteLink.ts'
import type { Difference } from '../record.ts'

/** A request, or a change, whose removed values are `null`. */
type Requested = { readonly [N in FieldName]?: GenerateRequest[N] | null }

/**
 * Returns the fields that the service stored differently, except for the differences in representation of
 * specification 2.3. Skips fields that weren't requested or reported. `null`, empty and absent are equal.
 */
export function compare(request: Requested, stored: RemoteLink): Difference[] {
  const names = fieldNames.filter(
    (name) => request[name] !== undefined && stored.unreported?.includes(name) !== true,
  )
  return [
    ...names.flatMap((name) => findDifferences(toTexts(name, request[name]), toTexts(name, stored[name]))),
    ...comparePreviews(request, stored),
  ]
}

/** Returns the fields in which two links differ, with the first link's values as `requested`. */
export function compareLinks(left: RemoteLink, right: RemoteLink): Difference[] {
  const previews = byName(fieldsOf('preview'), (name) => left[name] ?? left.show_preview)
  return [
    ...changeableFields.flatMap((name) =>
      findDifferences(toTexts(name, left[name]), toTexts(name, right[name])),
    ),
    ...comparePreviews(previews, right),
  ]
}

/** The display texts of a field by path, such as `ios_custom_redirect.url`; `''` means empty, and `null` unknown. */
type FieldTexts = Readonly<Record<string, string | null>>

/** Returns the texts that differ. Unknown ones don't. */
function findDifferences(requested: FieldTexts, stored: FieldTexts): Difference[] {
  return Object.entries(requested).flatMap(([field, text]) => {
    const found = stored[field] ?? null
    if (text === null || found === null) return []
    const isSame = field === 'data' ? dataKey(text) === dataKey(found) : text === found
    return isSame ? [] : [{ field, requested: text, stored: found }]
  })
}

/** A field's value in a request or a link. */
type FieldValue = Requested[FieldName] | RemoteLink[FieldName]

/** Returns the texts of a field's value. Previews have none: see `comparePreviews`. */
function toTexts(name: FieldName, value: FieldValue): FieldTexts {
  const { kind } = linkFields[name]
  if (kind === 'preview') return {}
  if (kind === 'appTarget' || kind === 'target') return redirectTexts(name, value)
  const text = typeof value === 'string' ? value : ''
  if (kind === 'data') return { [name]: dataKey(text) === '' ? '' : text.trim() }
  if (kind === 'tags') return { [name]: tagsText(text === '' ? value : parseOrKeep(text)) }
  return { [name]: text }
}

function redirectTexts(name: FieldName, value: FieldValue): FieldTexts {
  const redirect = typeof value === 'object' && !Array.isArray(value) ? value : null
  const url = { [`${name}.url`]: redirect?.url ?? '' }
  const isApp = linkFields[name].kind === 'appTarget'
  if (!isApp || !redirect || !('open_app_if_installed' in redirect)) return url
  return { ...url, [`${name}.open_app_if_installed`]: flagText(redirect.open_app_if_installed) }
}

/** Text that isn't JSON is compared as is. */
function parseOrKeep(text: string): unknown {
  const value = parseExactly(text)
  return value === undefined ? text : value
}

/** Returns one text for all spellings of the same app data. */
function dataKey(text: string): string {
  const value = text === '' ? null : parseOrKeep(text)
  const isEmpty = value === null || (isObject(value) && Object.keys(value).length === 0)
  return isEmpty ? '' : canonicalJson(value)
}

/** Tags are a set, so order and duplicates don't matter. */
function tagsText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (!Array.isArray(value)) return canonicalJson(value)
  return [...new Set(value.map((tag) => (typeof tag === 'string' ? tag : canonicalJson(tag))))]
    .sort()
    .join(', ')
}

/**
 * Returns the preview flags that differ. If the service has one flag for both platforms and the request left one platform
 * open, only a requested "yes" can be compared.
 */
function comparePreviews(requested: Pick<Requested, FieldOf<'preview'>>, stored: RemoteLink): Difference[] {
  const fields = fieldsOf('preview')
  if (fields.some((field) => stored[field] !== null))
    return findDifferences(
      byName(fields, (field) => flagText(requested[field])),
      byName(fields, (field) => flagText(stored[field])),
    )
  const flags = fields.map((field) => requested[field] ?? null)
  const isOn = flags.includes(true)
  const isSure = isOn || !flags.includes(null)
  return isSure
    ? findDifferences({ show_preview: flagText(isOn) }, { show_preview: flagText(stored.show_preview) })
    : []
}

function flagText(value: boolean | null | undefined): string | null {
  return value === null || value === undefined ? null : value ? 'yes' : 'no'
}
