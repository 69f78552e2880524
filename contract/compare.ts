import { canonicalJson, parseExactly } from './canonicalJson.ts'
import type { GenerateRequest } from './generate.ts'
import { isObject } from './json.ts'
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
 * `null`, empty and absent are alike, and what a service does not report is no difference. Numbers in the app data are
 * compared digit by digit, and shown as either side spelled them.
 */
export function compare(request: GenerateRequest, stored: ObservedLink): Difference[] {
  return pairs(request, stored).flatMap(({ field, requested, stored: found }) =>
    found === null || found === requested ? [] : [{ field, requested, stored: found }],
  )
}

function pairs(request: GenerateRequest, stored: ObservedLink): Pair[] {
  const reported = (field: string, text: string) => (stored.unreported?.includes(field) ? null : text)
  const found: Pair[] = []
  for (const field of textFields) {
    const requested = request[field]
    if (requested !== undefined) {
      found.push({ field, requested, stored: reported(field, stored[field] ?? '') })
    }
  }
  if (request.data !== undefined && dataText(request.data) !== dataText(stored.data)) {
    found.push({
      field: 'data',
      requested: shownData(request.data),
      stored: reported('data', shownData(stored.data)),
    })
  }
  if (request.tags !== undefined) {
    found.push({
      field: 'tags',
      requested: tagsText(parsed(request.tags)),
      stored: reported('tags', tagsText(stored.tags)),
    })
  }
  return [...found, ...redirectPairs(request, stored, reported), ...previewPairs(request, stored)]
}

const textFields = [
  'title',
  'subtitle',
  'tracking_campaign',
  'tracking_source',
  'tracking_medium',
] as const satisfies (keyof GenerateRequest & keyof ObservedLink)[]

/** What is not JSON is compared as the text that it is. */
function parsed(text: string): unknown {
  const value = parseExactly(text)
  return value === undefined ? text : value
}

/** One text for all spellings of the same app data. */
function dataText(text: string | null): string {
  const value = text === null ? null : parsed(text)
  const nothing = value === null || (isObject(value) && Object.keys(value).length === 0)
  return nothing ? '' : canonicalJson(value)
}

function shownData(text: string | null): string {
  return text === null || dataText(text) === '' ? '' : text.trim()
}

/** Tags are for sorting and filtering: neither their order nor repeats make another set of tags. */
function tagsText(value: unknown): string {
  if (!Array.isArray(value)) return value === null ? '' : canonicalJson(value)
  return [...new Set(value.map((tag) => (typeof tag === 'string' ? tag : canonicalJson(tag))))]
    .sort()
    .join(', ')
}

type Reported = (field: string, text: string) => string | null

function redirectPairs(request: GenerateRequest, stored: ObservedLink, reported: Reported): Pair[] {
  const found: Pair[] = []
  for (const field of [
    'ios_custom_redirect',
    'android_custom_redirect',
    'desktop_custom_redirect',
  ] as const) {
    const asked = request[field]
    if (!asked) continue
    const kept = stored[field]
    found.push({ field: `${field}.url`, requested: asked.url, stored: reported(field, kept?.url ?? '') })
    if (!kept || !('open_app_if_installed' in asked) || asked.open_app_if_installed === undefined) continue
    const open = kept.open_app_if_installed
    const name = `${field}.open_app_if_installed`
    found.push({
      field: name,
      requested: yesNo(asked.open_app_if_installed),
      stored: open === null ? null : yesNo(open),
    })
  }
  return found
}

function previewPairs(request: GenerateRequest, stored: ObservedLink): Pair[] {
  const { show_preview_ios: ios, show_preview_android: android } = request
  if (stored.show_preview_ios !== null || stored.show_preview_android !== null) {
    return [
      previewPair('show_preview_ios', ios, stored.show_preview_ios),
      previewPair('show_preview_android', android, stored.show_preview_android),
    ].flat()
  }
  // One boolean stands for both. Where one platform was left to the service, only a requested "yes" is sure to show.
  if (ios === undefined && android === undefined) return []
  const sure = ios === true || android === true || (ios !== undefined && android !== undefined)
  return sure ? previewPair('show_preview', ios === true || android === true, stored.show_preview) : []
}

function previewPair(field: string, asked: boolean | undefined, kept: boolean | null): Pair[] {
  return asked === undefined
    ? []
    : [{ field, requested: yesNo(asked), stored: kept === null ? null : yesNo(kept) }]
}

function yesNo(value: boolean): string {
  return value ? 'yes' : 'no'
}
