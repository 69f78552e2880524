import { canonicalJson, parseExactly } from '../../../service/json/canonicalJson.ts'
import type { GenerateRequest } from '../../../service/link/generate.ts'
import { isObject } from '../../../service/json/json.ts'
import {
  byName,
  fieldsOf,
  type FieldKind,
  type FieldName,
  type FieldOf,
} from '../../../service/link/fields.ts'
import type { RemoteLink } from '../remoteLink.ts'
import type { Difference } from '../record.ts'

/** A requested field next to its stored value, both as display texts; `''` means empty. */
interface Pair {
  field: string
  requested: string
  /** `null` if the service doesn't report the field. */
  stored: string | null
}

/**
 * Returns the fields that the service stored differently, except for the differences in representation of
 * specification 2.3. Skips fields that weren't requested or reported. `null`, empty and absent are equal.
 */
export function compare(request: GenerateRequest, stored: RemoteLink): Difference[] {
  return listPairs(request, stored).flatMap(({ field, requested, stored: found }) =>
    found === null || found === requested ? [] : [{ field, requested, stored: found }],
  )
}

/** Returns the fields in which two links differ, with the first link's values as `requested`. */
export function compareLinks(left: RemoteLink, right: RemoteLink): Difference[] {
  return compare(asRequest(left), { ...right, unreported: [] })
}

/** Returns a request with every field of a link, even empty ones, so that all are compared. */
function asRequest(link: RemoteLink): GenerateRequest {
  const url = (redirect: RemoteLink['desktop_custom_redirect']) => ({ url: redirect?.url ?? '' })
  const appUrl = (redirect: RemoteLink['ios_custom_redirect']) => ({
    ...url(redirect),
    open_app_if_installed: redirect?.open_app_if_installed ?? undefined,
  })
  return {
    ...byName(
      [...fieldsOf('text'), ...fieldsOf('tracking'), ...fieldsOf('image')],
      (field) => link[field] ?? '',
    ),
    ...byName(fieldsOf('data'), (field) => link[field] ?? '{}'),
    ...byName(fieldsOf('tags'), (field) => JSON.stringify(link[field] ?? [])),
    ...byName(fieldsOf('appTarget'), (field) => appUrl(link[field])),
    ...byName(fieldsOf('target'), (field) => url(link[field])),
    ...byName(fieldsOf('preview'), (field) => link[field] ?? link.show_preview ?? undefined),
  }
}

/** A request and the link that was stored for it. */
interface Compared {
  request: GenerateRequest
  stored: RemoteLink
}

/** Builds the field pairs by kind, in the order in which differences are shown. */
const toPairs: Record<FieldKind, (compared: Compared) => Pair[]> = {
  text: (compared) => fieldsOf('text').flatMap((field) => textPair(compared, field)),
  tracking: (compared) => fieldsOf('tracking').flatMap((field) => textPair(compared, field)),
  data: (compared) => fieldsOf('data').flatMap((field) => dataPair(compared, field)),
  tags: (compared) => fieldsOf('tags').flatMap((field) => tagsPair(compared, field)),
  appTarget: (compared) => fieldsOf('appTarget').flatMap((field) => redirectPairs(compared, field)),
  target: (compared) => fieldsOf('target').flatMap((field) => redirectPairs(compared, field)),
  preview: previewPairs,
  path: (compared) => fieldsOf('path').flatMap((field) => textPair(compared, field)),
  image: (compared) => fieldsOf('image').flatMap((field) => textPair(compared, field)),
}

function listPairs(request: GenerateRequest, stored: RemoteLink): Pair[] {
  return Object.values(toPairs).flatMap((toFieldPairs) => toFieldPairs({ request, stored }))
}

/** Returns `text`, or `null` if the service doesn't report the field. */
function ifReported(stored: RemoteLink, field: FieldName, text: string): string | null {
  return stored.unreported?.includes(field) ? null : text
}

function textPair(
  { request, stored }: Compared,
  field: FieldOf<'text' | 'tracking' | 'path' | 'image'>,
): Pair[] {
  const requested = request[field]
  if (requested === undefined) return []
  return [{ field, requested, stored: ifReported(stored, field, stored[field] ?? '') }]
}

function dataPair({ request, stored }: Compared, field: FieldOf<'data'>): Pair[] {
  const requested = request[field]
  if (requested === undefined || dataText(requested) === dataText(stored[field])) return []
  return [
    { field, requested: formatData(requested), stored: ifReported(stored, field, formatData(stored[field])) },
  ]
}

function tagsPair({ request, stored }: Compared, field: FieldOf<'tags'>): Pair[] {
  const requested = request[field]
  if (requested === undefined) return []
  return [
    {
      field,
      requested: tagsText(parseOrKeep(requested)),
      stored: ifReported(stored, field, tagsText(stored[field])),
    },
  ]
}

/** Text that isn't JSON is compared as is. */
function parseOrKeep(text: string): unknown {
  const value = parseExactly(text)
  return value === undefined ? text : value
}

/** Returns one text for all spellings of the same app data. */
function dataText(text: string | null): string {
  const value = text === null ? null : parseOrKeep(text)
  const isEmpty = value === null || (isObject(value) && Object.keys(value).length === 0)
  return isEmpty ? '' : canonicalJson(value)
}

function formatData(text: string | null): string {
  return text === null || dataText(text) === '' ? '' : text.trim()
}

/** Tags are a set, so order and duplicates don't matter. */
function tagsText(value: unknown): string {
  if (!Array.isArray(value)) return value === null ? '' : canonicalJson(value)
  return [...new Set(value.map((tag) => (typeof tag === 'string' ? tag : canonicalJson(tag))))]
    .sort()
    .join(', ')
}

function redirectPairs({ request, stored }: Compared, field: FieldOf<'appTarget' | 'target'>): Pair[] {
  const requested = request[field]
  if (!requested) return []
  const storedValue = stored[field]
  const url = {
    field: `${field}.url`,
    requested: requested.url,
    stored: ifReported(stored, field, storedValue?.url ?? ''),
  }
  if (
    !storedValue ||
    !('open_app_if_installed' in requested) ||
    requested.open_app_if_installed === undefined
  )
    return [url]
  const name = `${field}.open_app_if_installed`
  return [url, ...flagPair(name, requested.open_app_if_installed, storedValue.open_app_if_installed)]
}

function previewPairs({ request, stored }: Compared): Pair[] {
  const fields = fieldsOf('preview')
  if (fields.some((field) => stored[field] !== null)) {
    return fields.flatMap((field) => flagPair(field, request[field], stored[field]))
  }
  // The service has one flag for both platforms. If the request left one platform open, only a requested
  // "yes" can be compared.
  const requested = fields.map((field) => request[field])
  const isOn = requested.includes(true)
  const isSure = isOn || !requested.includes(undefined)
  return isSure ? flagPair('show_preview', isOn, stored.show_preview) : []
}

function flagPair(field: string, requested: boolean | undefined, storedValue: boolean | null): Pair[] {
  return requested === undefined
    ? []
    : [{ field, requested: yesNo(requested), stored: storedValue === null ? null : yesNo(storedValue) }]
}

function yesNo(value: boolean): string {
  return value ? 'yes' : 'no'
}
