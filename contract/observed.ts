import { z } from 'zod'
import { isObject } from './json.ts'
import { link } from './link.ts'

const observedRedirect = z.object({
  url: z.string().nullable(),
  open_app_if_installed: z.boolean().nullable(),
})
export type ObservedRedirect = z.infer<typeof observedRedirect>

/**
 * A link as any service shows it, ours or another's: `null` where the service gave nothing usable (absent, `null`, `{}`
 * or of another type), and what the specification does not know in `extra`.
 */
export const observedLink = z.object({
  id: z.number().nullable(),
  title: z.string().nullable(),
  subtitle: z.string().nullable(),
  path: z.string().nullable(),
  access_path: z.string().nullable(),
  updated_at: z.string().nullable(),
  generated_from_platform: z.string().nullable(),
  data: z.json(),
  sdk_generated: z.boolean().nullable(),
  tags: z.array(z.string()).nullable(),
  active: z.boolean().nullable(),
  tracking_campaign: z.string().nullable(),
  tracking_source: z.string().nullable(),
  tracking_medium: z.string().nullable(),
  show_preview: z.boolean().nullable(),
  show_preview_ios: z.boolean().nullable(),
  show_preview_android: z.boolean().nullable(),
  image: z.string().nullable(),
  ios_custom_redirect: observedRedirect.nullable(),
  android_custom_redirect: observedRedirect.nullable(),
  desktop_custom_redirect: observedRedirect.nullable(),
  extra: z.record(z.string(), z.json()),
  /** Fields of the specification that the answer did not carry at all: about them the service says nothing. */
  unreported: z.array(z.string()).optional(),
})
export type ObservedLink = z.infer<typeof observedLink>

const known = new Set([...Object.keys(link.shape), 'show_preview_ios', 'show_preview_android'])

/** Reads what a service answered for a link. Never refuses an object: a wrong field counts as not given. */
export function observeLink(answer: Record<string, unknown>): ObservedLink {
  const text = (name: string) => (typeof answer[name] === 'string' ? answer[name] : null)
  const flag = (name: string) => (typeof answer[name] === 'boolean' ? answer[name] : null)
  return {
    id: typeof answer['id'] === 'number' ? answer['id'] : null,
    title: text('title'),
    subtitle: text('subtitle'),
    path: text('path'),
    access_path: text('access_path'),
    updated_at: text('updated_at'),
    generated_from_platform: text('generated_from_platform'),
    data: (answer['data'] ?? null) as ObservedLink['data'],
    sdk_generated: flag('sdk_generated'),
    tags: observeTags(answer['tags']),
    active: flag('active'),
    tracking_campaign: text('tracking_campaign'),
    tracking_source: text('tracking_source'),
    tracking_medium: text('tracking_medium'),
    show_preview: flag('show_preview'),
    show_preview_ios: flag('show_preview_ios'),
    show_preview_android: flag('show_preview_android'),
    image: text('image'),
    ios_custom_redirect: observeRedirect(answer['ios_custom_redirect']),
    android_custom_redirect: observeRedirect(answer['android_custom_redirect']),
    desktop_custom_redirect: observeRedirect(answer['desktop_custom_redirect']),
    extra: Object.fromEntries(
      Object.entries(answer).filter(([name]) => !known.has(name)),
    ) as ObservedLink['extra'],
    unreported: [...known].filter((name) => !(name in answer)),
  }
}

function observeTags(value: unknown): string[] | null {
  return Array.isArray(value) ? value.filter((tag) => typeof tag === 'string') : null
}

function observeRedirect(value: unknown): ObservedRedirect | null {
  if (!isObject(value) || typeof value['url'] !== 'string' || value['url'] === '') return null
  const open = value['open_app_if_installed']
  return { url: value['url'], open_app_if_installed: typeof open === 'boolean' ? open : null }
}
