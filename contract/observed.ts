import { z } from 'zod'
import { isObject, readJson } from './json.ts'
import { memberTexts } from './jsonMembers.ts'
import { isExcessiveText } from './jsonScan.ts'
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
  /** A number as it is spelled, or the text that another service has for it. */
  id: z.string().nullable(),
  title: z.string().nullable(),
  subtitle: z.string().nullable(),
  path: z.string().nullable(),
  access_path: z.string().nullable(),
  updated_at: z.string().nullable(),
  generated_from_platform: z.string().nullable(),
  /** The JSON text of the app data. */
  data: z.string().nullable(),
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
  /** By name, each as JSON text. */
  extra: z.record(z.string(), z.string()),
  /** Fields of the specification that the answer did not carry at all: about them the service says nothing. */
  unreported: z.array(z.string()).optional(),
})
export type ObservedLink = z.infer<typeof observedLink>

const known = new Set([...Object.keys(link.shape), 'show_preview_ios', 'show_preview_android'])

/**
 * The text of the link in a lookup's answer, as the service spelled it (specification 4.2); `null` without any, and where the
 * answer is more than any link holds.
 */
export function linkTextIn(answer: string): string | null {
  const text = !isExcessiveText(answer) && readJson(answer).ok ? memberTexts(answer).get('link') : undefined
  return text?.startsWith('{') ? text : null
}

/** Reads the text of a link as a service answered it. Never refuses an object: a wrong field counts as not given. */
export function observeLink(text: string): ObservedLink {
  const read = readJson(text)
  const answer: Record<string, unknown> = read.ok && isObject(read.value) ? read.value : {}
  const texts = read.ok ? memberTexts(text) : new Map<string, string>()
  const string = (name: string) => (typeof answer[name] === 'string' ? answer[name] : null)
  const flag = (name: string) => (typeof answer[name] === 'boolean' ? answer[name] : null)
  return {
    id: typeof answer['id'] === 'number' ? (texts.get('id') ?? null) : string('id'),
    title: string('title'),
    subtitle: string('subtitle'),
    path: string('path'),
    access_path: string('access_path'),
    updated_at: string('updated_at'),
    generated_from_platform: string('generated_from_platform'),
    data: (answer['data'] ?? null) === null ? null : (texts.get('data') ?? null),
    sdk_generated: flag('sdk_generated'),
    tags: observeTags(answer['tags']),
    active: flag('active'),
    tracking_campaign: string('tracking_campaign'),
    tracking_source: string('tracking_source'),
    tracking_medium: string('tracking_medium'),
    show_preview: flag('show_preview'),
    show_preview_ios: flag('show_preview_ios'),
    show_preview_android: flag('show_preview_android'),
    image: string('image'),
    ios_custom_redirect: observeRedirect(answer['ios_custom_redirect']),
    android_custom_redirect: observeRedirect(answer['android_custom_redirect']),
    desktop_custom_redirect: observeRedirect(answer['desktop_custom_redirect']),
    extra: Object.fromEntries([...texts].filter(([name]) => !known.has(name))),
    unreported: [...known].filter((name) => !texts.has(name)),
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
