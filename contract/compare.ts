import { canonicalJson, parseExactly } from './canonicalJson.ts'
import type { GenerateRequest } from './generate.ts'
import { isObject } from './json.ts'
import { fieldsOf } from './link/fields.ts'
import type { FieldKind, FieldName, FieldOf } from './link/fields.ts'
import type { ObservedLink } from './observed.ts'
import type { Difference } from './record.ts'

/** One field of a request beside what the service has stored for it, both as texts; `''` is nothing. */
interface Pair {
  field: string
  requested: string
  /** `null` where the service does not say. */
  stored: string | null
}

/**
 * What the service stored differently from what was asked, over the three differences in representation of
 * specification 2.3. Only fields that the request carries are compared: for the others the service's default decides.
 * `null`, empty and absent are alike, and what a service does not report is no difference. `answer` is the service's
 * text: with it, large integers in the app data are compared digit by digit.
 */
export function compare(request: GenerateRequest, stored: ObservedLink, answer?: string): Difference[] {
  return pairs(request, stored, answer).flatMap(({ field, requested, stored: found }) =>
    found === null || found === requested ? [] : [{ field, requested, stored: found }],
  )
}

/** What is compared: a request, what was stored for it, and the service's own text where that is known. */
interface Compared {
  request: GenerateRequest
  stored: ObservedLink
  answer: string | undefined
}

/** The pairs of all fields of a kind, by kind, in the order in which differences are told. */
const pairsOf: Record<FieldKind, (compared: Compared) => Pair[]> = {
  text: (compared) => fieldsOf('text').flatMap((field) => textPair(compared, field)),
  tracking: (compared) => fieldsOf('tracking').flatMap((field) => textPair(compared, field)),
  data: (compared) =>
    fieldsOf('data').flatMap((field) => jsonPair(compared, field, dataText, () => storedData(compared))),
  tags: (compared) =>
    fieldsOf('tags').flatMap((field) =>
      jsonPair(compared, field, tagsText, () => tagsText(compared.stored[field])),
    ),
  appTarget: (compared) => fieldsOf('appTarget').flatMap((field) => redirectPairs(compared, field)),
  target: (compared) => fieldsOf('target').flatMap((field) => redirectPairs(compared, field)),
  preview: previewPairs,
}

function pairs(request: GenerateRequest, stored: ObservedLink, answer?: string): Pair[] {
  return Object.values(pairsOf).flatMap((of) => of({ request, stored, answer }))
}

/** `text`, or `null` where the service says nothing about the field. */
function reported(stored: ObservedLink, field: FieldName, text: string): string | null {
  return stored.unreported?.includes(field) ? null : text
}

function textPair({ request, stored }: Compared, field: FieldOf<'text' | 'tracking'>): Pair[] {
  const requested = request[field]
  if (requested === undefined) return []
  return [{ field, requested, stored: reported(stored, field, stored[field] ?? '') }]
}

function jsonPair(
  { request, stored }: Compared,
  field: FieldOf<'data' | 'tags'>,
  textOf: (value: unknown) => string,
  foundText: () => string,
): Pair[] {
  const requested = request[field]
  if (requested === undefined) return []
  return [{ field, requested: textOf(parsed(requested)), stored: reported(stored, field, foundText()) }]
}

/** What is not JSON is compared as the text that it is. */
function parsed(text: string): unknown {
  const value = parseExactly(text)
  return value === undefined ? text : value
}

function dataText(value: unknown): string {
  const nothing =
    value === null || value === undefined || (isObject(value) && Object.keys(value).length === 0)
  return nothing ? '' : canonicalJson(value)
}

function storedData({ stored, answer }: Compared): string {
  const link = answer === undefined ? undefined : parseExactly(answer)
  const exact = isObject(link) && isObject(link['link']) ? link['link']['data'] : stored.data
  return dataText(exact)
}

/** Tags are for sorting and filtering: neither their order nor repeats make another set of tags. */
function tagsText(value: unknown): string {
  if (!Array.isArray(value)) return value === null ? '' : canonicalJson(value)
  return [...new Set(value.map((tag) => (typeof tag === 'string' ? tag : canonicalJson(tag))))]
    .sort()
    .join(', ')
}

function redirectPairs({ request, stored }: Compared, field: FieldOf<'appTarget' | 'target'>): Pair[] {
  const asked = request[field]
  if (!asked) return []
  const kept = stored[field]
  const url = {
    field: `${field}.url`,
    requested: asked.url,
    stored: reported(stored, field, kept?.url ?? ''),
  }
  if (!kept || !('open_app_if_installed' in asked) || asked.open_app_if_installed === undefined) return [url]
  const name = `${field}.open_app_if_installed`
  return [url, ...flagPair(name, asked.open_app_if_installed, kept.open_app_if_installed)]
}

function previewPairs({ request, stored }: Compared): Pair[] {
  const fields = fieldsOf('preview')
  if (fields.some((field) => stored[field] !== null)) {
    return fields.flatMap((field) => flagPair(field, request[field], stored[field]))
  }
  // One boolean stands for all. Where one platform was left to the service, only a requested "yes" is sure to show.
  const asked = fields.map((field) => request[field])
  const isOn = asked.includes(true)
  const isSure = isOn || !asked.includes(undefined)
  return isSure ? flagPair('show_preview', isOn, stored.show_preview) : []
}

function flagPair(field: string, asked: boolean | undefined, kept: boolean | null): Pair[] {
  return asked === undefined
    ? []
    : [{ field, requested: yesNo(asked), stored: kept === null ? null : yesNo(kept) }]
}

function yesNo(value: boolean): string {
  return value ? 'yes' : 'no'
}
