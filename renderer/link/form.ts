import type { GenerateRequest } from '../../contract/generate.ts'
import { byName, fieldsOf, trackingName, trackingNames } from '../../contract/link/fields.ts'
import type { FieldName, FieldOf, TrackingName } from '../../contract/link/fields.ts'
import type { AppTarget, RedirectRules } from '../../contract/redirect/engine.ts'

/** What an omitted field means is the service's affair: *default* leaves it out of the request. */
export type ThreeState = 'default' | 'on' | 'off'

/** Where a phone goes: to the address for everyone, wherever the service decides, or to an address of its own. */
export type PhoneTarget = 'same' | 'default' | 'own'

/** The form as it is typed. An empty text, an empty list and *default* are left out of the request. */
export interface FormValues extends Record<FieldOf<'text'> | TrackingName, string> {
  /** The very text that is sent; never reformatted behind the person's back. */
  data: string
  tags: string[]
  /** The address for everyone: for desktop browsers, and for each phone whose target is *same*. */
  desktopUrl: string
  iosTarget: PhoneTarget
  /** Sent only when the target is *own*; kept otherwise, so that a choice can be taken back. */
  iosUrl: string
  iosOpenApp: boolean
  androidTarget: PhoneTarget
  androidUrl: string
  androidOpenApp: boolean
  previewIos: ThreeState
  previewAndroid: ThreeState
}

export const blankForm: FormValues = {
  ...byName(fieldsOf('text'), () => ''),
  data: '',
  tags: [],
  desktopUrl: '',
  iosTarget: 'same',
  iosUrl: '',
  iosOpenApp: true,
  androidTarget: 'same',
  androidUrl: '',
  androidOpenApp: true,
  previewIos: 'default',
  previewAndroid: 'default',
  ...byName(trackingNames, () => ''),
}

/** The request that a form stands for, its fields in the specification's order (4.1). Omits what is left to the service. */
export function toRequest(form: FormValues): GenerateRequest {
  const redirects = toRedirects(form)
  return omitUndefined({
    ...byName(fieldsOf('text'), (name) => form[name] || undefined),
    data: form.data.trim() === '' ? undefined : form.data,
    tags: form.tags.length > 0 ? JSON.stringify(form.tags) : undefined,
    ios_custom_redirect: appRedirect(redirects.ios),
    android_custom_redirect: appRedirect(redirects.android),
    desktop_custom_redirect: redirects.desktop ?? undefined,
    show_preview_ios: toFlag(form.previewIos),
    show_preview_android: toFlag(form.previewAndroid),
    ...byName(fieldsOf('tracking'), (field) => form[trackingName(field)] || undefined),
  } satisfies Record<FieldName, unknown>)
}

// The flag is always sent: another implementation silently drops a redirect without it.
function appRedirect(target: AppTarget | null) {
  return target ? { url: target.url, open_app_if_installed: target.openApp } : undefined
}

/**
 * Where each platform is sent; `null` is left to the service. *Same* is sent in so many words: what a service does with a
 * phone that was left out is its own rule, and the app is opened only where a redirect says so.
 */
function toRedirects(form: FormValues): Pick<RedirectRules, 'ios' | 'android' | 'desktop'> {
  const { desktopUrl, iosTarget, iosUrl, iosOpenApp, androidTarget, androidUrl, androidOpenApp } = form
  const phone = (target: PhoneTarget, own: string, openApp: boolean) => {
    const url = { same: desktopUrl, default: '', own }[target]
    return url ? { url, openApp } : null
  }
  return {
    ios: phone(iosTarget, iosUrl, iosOpenApp),
    android: phone(androidTarget, androidUrl, androidOpenApp),
    desktop: desktopUrl ? { url: desktopUrl } : null,
  }
}

/** Whether a form sends nobody anywhere. */
export function hasNoAddress(form: FormValues): boolean {
  return Object.values(toRedirects(form)).every((redirect) => redirect === null)
}

function toFlag(state: ThreeState): boolean | undefined {
  return state === 'default' ? undefined : state === 'on'
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

function omitUndefined<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>
}

/** What the link would do, for the engine of the contract. */
export function toRules(form: FormValues): RedirectRules {
  return {
    active: true,
    ...toRedirects(form),
    previewIos: toFlag(form.previewIos) ?? null,
    previewAndroid: toFlag(form.previewAndroid) ?? null,
    tracking: byName(trackingNames, (name) => form[name] || null),
  }
}
