import { z } from 'zod'
import { isObject } from './json.ts'
import { link } from './link.ts'
import { fieldNames, madeByKind, mapped, namesOf } from './link/fields.ts'
import type { FieldKind } from './link/fields.ts'

const observedRedirect = z.object({
  url: z.string().nullable(),
  open_app_if_installed: z.boolean().nullable(),
})
export type ObservedRedirect = z.infer<typeof observedRedirect>

const requested = madeByKind({
  text: () => z.string().nullable(),
  data: () => z.json(),
  tags: () => z.array(z.string()).nullable(),
  appTarget: () => observedRedirect.nullable(),
  target: () => observedRedirect.nullable(),
  preview: () => z.boolean().nullable(),
  tracking: () => z.string().nullable(),
})

/**
 * A link as any service shows it, ours or another's: `null` where the service gave nothing usable (absent, `null`, `{}`
 * or of another type), and what the specification does not know in `extra`.
 */
export const observedLink = z.object({
  ...requested,
  id: z.number().nullable(),
  path: z.string().nullable(),
  access_path: z.string().nullable(),
  updated_at: z.string().nullable(),
  generated_from_platform: z.string().nullable(),
  sdk_generated: z.boolean().nullable(),
  active: z.boolean().nullable(),
  show_preview: z.boolean().nullable(),
  image: z.string().nullable(),
  extra: z.record(z.string(), z.json()),
  /** Fields of the specification that the answer did not carry at all: about them the service says nothing. */
  unreported: z.array(z.string()).optional(),
})
export type ObservedLink = z.infer<typeof observedLink>

const known = new Set<string>([...namesOf(link.shape), ...fieldNames])

/** How the value of each field is read from what a service answered, by the field's kind. */
const read = madeByKind({
  text: () => textOrNull,
  data: () => jsonOrNull,
  tags: () => observeTags,
  appTarget: () => observeRedirect,
  target: () => observeRedirect,
  preview: () => flagOrNull,
  tracking: () => textOrNull,
} satisfies Record<FieldKind, () => (value: unknown) => unknown>)

/** Reads what a service answered for a link. Never refuses an object: a wrong field counts as not given. */
export function observeLink(answer: Record<string, unknown>): ObservedLink {
  return {
    ...mapped(read, (name) => answer[name]),
    id: typeof answer['id'] === 'number' ? answer['id'] : null,
    path: textOrNull(answer['path']),
    access_path: textOrNull(answer['access_path']),
    updated_at: textOrNull(answer['updated_at']),
    generated_from_platform: textOrNull(answer['generated_from_platform']),
    sdk_generated: flagOrNull(answer['sdk_generated']),
    active: flagOrNull(answer['active']),
    show_preview: flagOrNull(answer['show_preview']),
    image: textOrNull(answer['image']),
    extra: Object.fromEntries(
      Object.entries(answer).filter(([name]) => !known.has(name)),
    ) as ObservedLink['extra'],
    unreported: [...known].filter((name) => !(name in answer)),
  }
}

function jsonOrNull(value: unknown): ObservedLink['data'] {
  return (value ?? null) as ObservedLink['data']
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function flagOrNull(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null
}

function observeTags(value: unknown): string[] | null {
  return Array.isArray(value) ? value.filter((tag) => typeof tag === 'string') : null
}

function observeRedirect(value: unknown): ObservedRedirect | null {
  if (!isObject(value) || typeof value['url'] !== 'string' || value['url'] === '') return null
  const open = value['open_app_if_installed']
  return { url: value['url'], open_app_if_installed: typeof open === 'boolean' ? open : null }
}
