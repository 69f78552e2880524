import { z } from 'zod'
import { isObject, readJson } from '../../service/json/json.ts'
import { memberTexts } from '../../service/json/jsonMembers.ts'
import { isExcessiveText } from '../../service/json/jsonScan.ts'
import { link } from '../../service/link/link.ts'
import { byName, fieldNames, namesOf } from '../../service/link/fields.ts'
import { mapByKind } from '../../service/link/mapByKind.ts'

const remoteRedirect = z.object({
  url: z.string().nullable(),
  open_app_if_installed: z.boolean().nullable(),
})
export type RemoteRedirect = z.infer<typeof remoteRedirect>

const remoteFields = mapByKind({
  text: () => z.string().nullable(),
  /** The JSON text. */
  data: () => z.string().nullable(),
  tags: () => z.array(z.string()).nullable(),
  appTarget: () => remoteRedirect.nullable(),
  target: () => remoteRedirect.nullable(),
  preview: () => z.boolean().nullable(),
  tracking: () => z.string().nullable(),
  path: () => z.string().nullable(),
  image: () => z.string().nullable(),
})

/**
 * A link as returned by any service. Fields are `null` if absent, empty (`{}`) or of the wrong type. Unknown fields are
 * in `extra`.
 */
export const remoteLink = z.object({
  ...remoteFields,
  /** The number as the service spelled it, or another service's text. */
  id: z.string().nullable(),
  access_path: z.string().nullable(),
  updated_at: z.string().nullable(),
  generated_from_platform: z.string().nullable(),
  sdk_generated: z.boolean().nullable(),
  active: z.boolean().nullable(),
  show_preview: z.boolean().nullable(),
  /** Unknown fields by name, each as JSON text. */
  extra: z.record(z.string(), z.string()),
  /** Fields of the specification that were missing from the response. */
  unreported: z.array(z.string()).optional(),
})
export type RemoteLink = z.infer<typeof remoteLink>

const knownFields = new Set<string>([...namesOf(link.shape), ...fieldNames])

/** A field's value in a service's response, and its source text. */
interface AnsweredField {
  value: unknown
  text: string | undefined
}

/** Reads each field from a service's response, by kind. */
const fieldReaders = mapByKind({
  text: () => (answered: AnsweredField) => textOrNull(answered.value),
  data: () => (answered: AnsweredField) =>
    (answered.value ?? null) === null ? null : (answered.text ?? null),
  tags: () => (answered: AnsweredField) => parseTags(answered.value),
  appTarget: () => (answered: AnsweredField) => parseRedirect(answered.value),
  target: () => (answered: AnsweredField) => parseRedirect(answered.value),
  preview: () => (answered: AnsweredField) => flagOrNull(answered.value),
  tracking: () => (answered: AnsweredField) => textOrNull(answered.value),
  path: () => (answered: AnsweredField) => textOrNull(answered.value),
  image: () => (answered: AnsweredField) => textOrNull(answered.value),
})

/**
 * Returns the text of the link in a lookup response, exactly as the service sent it (specification 4.2). Returns `null`
 * if there is none or the response is excessively complex.
 */
export function extractLinkText(answer: string): string | null {
  const text = !isExcessiveText(answer) && readJson(answer).ok ? memberTexts(answer).get('link') : undefined
  return text?.startsWith('{') ? text : null
}

/** Parses a link's JSON text. Never fails: fields of the wrong type count as missing. */
export function parseRemoteLink(text: string): RemoteLink {
  const json = readJson(text)
  const answer: Record<string, unknown> = json.ok && isObject(json.value) ? json.value : {}
  const texts = json.ok ? memberTexts(text) : new Map<string, string>()
  return {
    ...mapValues<AnsweredField, typeof fieldReaders>(fieldReaders, (name) => ({
      value: answer[name],
      text: texts.get(name),
    })),
    id: typeof answer['id'] === 'number' ? (texts.get('id') ?? null) : textOrNull(answer['id']),
    access_path: textOrNull(answer['access_path']),
    updated_at: textOrNull(answer['updated_at']),
    generated_from_platform: textOrNull(answer['generated_from_platform']),
    sdk_generated: flagOrNull(answer['sdk_generated']),
    active: flagOrNull(answer['active']),
    show_preview: flagOrNull(answer['show_preview']),
    extra: Object.fromEntries([...texts].filter(([name]) => !knownFields.has(name))),
    unreported: [...knownFields].filter((name) => !texts.has(name)),
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function flagOrNull(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null
}

function parseTags(value: unknown): string[] | null {
  return Array.isArray(value) ? value.filter((tag) => typeof tag === 'string') : null
}

function parseRedirect(value: unknown): RemoteRedirect | null {
  if (!isObject(value) || typeof value['url'] !== 'string' || value['url'] === '') return null
  const open = value['open_app_if_installed']
  return { url: value['url'], open_app_if_installed: typeof open === 'boolean' ? open : null }
}

/** Calls each function with the value for its name and returns the results by name. */
function mapValues<V, F extends Record<string, (value: V) => unknown>>(
  functions: F & Record<string, (value: V) => unknown>,
  valueOf: (name: keyof F & string) => V,
): { [N in keyof F]: ReturnType<F[N]> } {
  return byName(namesOf<F>(functions), (name) => functions[name](valueOf(name))) as {
    [N in keyof F]: ReturnType<F[N]>
  }
}
