import { z } from 'zod'
import { isObject, readJson } from '../../service/json/json.ts'
import { memberTexts } from '../../service/json/jsonMembers.ts'
import { isExcessiveText } from '../../service/json/jsonScan.ts'
import { link } from '../../service/link/link.ts'
import { byName, fieldNames, linkFields, namesOf } from '../../service/link/fields.ts'
import type { FieldKind, FieldName } from '../../service/link/fields.ts'
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

/** Reads a field's value in a service's response, which has this source text, by kind. */
const fieldReaders: Record<FieldKind, (value: unknown, text: string | undefined) => unknown> = {
  text: textOrNull,
  data: (value, text) => ((value ?? null) === null ? null : (text ?? null)),
  tags: parseTags,
  appTarget: parseRedirect,
  target: parseRedirect,
  preview: flagOrNull,
  tracking: textOrNull,
  path: textOrNull,
  image: textOrNull,
}

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
    ...(byName(fieldNames, (name) =>
      fieldReaders[linkFields[name].kind](answer[name], texts.get(name)),
    ) as Pick<RemoteLink, FieldName>),
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
