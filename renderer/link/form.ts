import type { GenerateRequest } from '../../contract/generate.ts'
import { byName, fieldsOf, trackingName, trackingNames } from '../../contract/link/fields.ts'
import type { FieldName, FieldOf, TrackingName } from '../../contract/link/fields.ts'
import type { RedirectRules } from '../../contract/redirect/engine.ts'

/** What an omitted field means is the service's affair: *default* leaves it out of the request. */
export type ThreeState = 'default' | 'on' | 'off'

/** The form as it is typed. An empty text, an empty list and *default* are left out of the request. */
export interface FormValues extends Record<FieldOf<'text'> | TrackingName, string> {
  /** The very text that is sent; never reformatted behind the person's back. */
  data: string
  tags: string[]
  iosUrl: string
  iosOpenApp: boolean
  androidUrl: string
  androidOpenApp: boolean
  desktopUrl: string
  previewIos: ThreeState
  previewAndroid: ThreeState
}

export const blankForm: FormValues = {
  ...byName(fieldsOf('text'), () => ''),
  data: '',
  tags: [],
  iosUrl: '',
  iosOpenApp: true,
  androidUrl: '',
  androidOpenApp: true,
  desktopUrl: '',
  previewIos: 'default',
  previewAndroid: 'default',
  ...byName(trackingNames, () => ''),
}

/** The request that a form stands for, its fields in the specification's order (4.1). Omits what is left to the service. */
export function requestOf(form: FormValues): GenerateRequest {
  return withoutAbsent({
    ...byName(fieldsOf('text'), (name) => form[name] || undefined),
    data: form.data.trim() === '' ? undefined : form.data,
    tags: form.tags.length > 0 ? JSON.stringify(form.tags) : undefined,
    ios_custom_redirect: appRedirect(form.iosUrl, form.iosOpenApp),
    android_custom_redirect: appRedirect(form.androidUrl, form.androidOpenApp),
    desktop_custom_redirect: form.desktopUrl ? { url: form.desktopUrl } : undefined,
    show_preview_ios: flagOf(form.previewIos),
    show_preview_android: flagOf(form.previewAndroid),
    ...byName(fieldsOf('tracking'), (field) => form[trackingName(field)] || undefined),
  } satisfies Record<FieldName, unknown>)
}

// The flag is always sent: another implementation silently drops a redirect without it.
function appRedirect(url: string, openApp: boolean) {
  return url ? { url, open_app_if_installed: openApp } : undefined
}

function flagOf(state: ThreeState): boolean | undefined {
  return state === 'default' ? undefined : state === 'on'
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

function withoutAbsent<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>
}

/** What the link would do, for the engine of the contract. */
export function rulesOf(form: FormValues): RedirectRules {
  return {
    active: true,
    ios: form.iosUrl ? { url: form.iosUrl, openApp: form.iosOpenApp } : null,
    android: form.androidUrl ? { url: form.androidUrl, openApp: form.androidOpenApp } : null,
    desktop: form.desktopUrl ? { url: form.desktopUrl } : null,
    previewIos: flagOf(form.previewIos) ?? null,
    previewAndroid: flagOf(form.previewAndroid) ?? null,
    tracking: byName(trackingNames, (name) => form[name] || null),
  }
}
