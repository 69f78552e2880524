import type { GenerateRequest } from '../../contract/service/link/generate.ts'
import { byName, fieldsOf, trackingName, trackingNames } from '../../contract/service/link/fields.ts'
import type { FieldName, FieldOf, TrackingName } from '../../contract/service/link/fields.ts'
import { parametersOf, type ParameterField } from '../../contract/service/link/parameters.ts'
import { fillPath } from '../../contract/service/path/ownPath.ts'
import { parameterScopeNames, writeInAddresses } from '../../contract/app/values/requestParameters.ts'
import type { Addresses } from '../../contract/app/values/requestParameters.ts'
import { cleanValue } from '../../contract/app/values/cleanValue.ts'
import { completeAddress } from '../../contract/app/values/completeAddress.ts'
import type { RedirectRules } from '../../contract/service/redirect/engine.ts'
import { redirectRules } from './redirectRules.ts'

/** *default* omits the field, so that the service decides. */
const threeStates = ['default', 'on', 'off'] as const
export type ThreeState = (typeof threeStates)[number]

/** Where a phone is sent: to the shared address, where the service decides, or to its own address. */
const phoneTargets = ['same', 'default', 'own'] as const
export type PhoneTarget = (typeof phoneTargets)[number]

/** The fields with a fixed set of values. */
export const choiceFields = {
  iosTarget: phoneTargets,
  androidTarget: phoneTargets,
  previewIos: threeStates,
  previewAndroid: threeStates,
  parameterScope: parameterScopeNames,
}
type Choices = { [N in keyof typeof choiceFields]: (typeof choiceFields)[N][number] }

/** The fields that every form has. */
interface FixedFields extends Record<FieldOf<'text' | 'path' | 'image'> | TrackingName, string>, Choices {
  /** The exact text that is sent; never reformatted automatically. */
  data: string
  tags: string[]
  /** The shared address: for desktop browsers, and for each phone whose target is *same*. */
  desktopUrl: string
  /** Sent only if the target is *own*; otherwise kept, so that the choice can be undone. */
  iosUrl: string
  iosOpenApp: boolean
  androidUrl: string
  androidOpenApp: boolean
}

/** Parameters for the addresses that don't have them. The value of one that an address has is only in the address. */
interface FormParameters {
  [parameter: ParameterField]: string
}

/** The form as typed. Empty texts, empty lists and *default* are omitted from the request. */
export interface FormValues extends FixedFields, FormParameters {}

export interface PartialForm extends Partial<FixedFields>, FormParameters {}

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
  path: '',
  image: '',
  parameterScope: 'all',
}

/**
 * Returns a form with its texts as they are sent: without outer white space, invisible characters and the like, and with
 * complete addresses.
 */
export function cleanForm(form: FormValues): FormValues {
  return {
    ...form,
    ...byName([...fieldsOf('text'), ...fieldsOf('path'), ...fieldsOf('image')], (name) =>
      cleanValue(name, form[name]),
    ),
    ...byName(trackingNames, (name) => cleanValue(`tracking_${name}`, form[name])),
    ...byName(parametersOf(form), (name) => cleanValue(name, form[name] ?? '')),
    ...byName(addressFields, (name) => completeAddress(cleanValue('desktop_custom_redirect', form[name]))),
    tags: [...new Set(form.tags.map((tag) => cleanValue('tags', tag)).filter(Boolean))],
  }
}

export const addressFields = ['desktopUrl', 'iosUrl', 'androidUrl'] as const

/**
 * Returns the addresses that a form sends, without its parameters. *Same* is sent explicitly, because services treat an
 * omitted phone differently, and only a redirect can open the app.
 */
export function sentAddresses(form: FormValues): Addresses {
  const { desktopUrl, iosTarget, iosUrl, androidTarget, androidUrl } = form
  return {
    desktop_custom_redirect: desktopUrl,
    ios_custom_redirect: { same: desktopUrl, default: '', own: iosUrl }[iosTarget],
    android_custom_redirect: { same: desktopUrl, default: '', own: androidUrl }[androidTarget],
  }
}

/** Returns the request that a form sends. */
export function toRequest(form: FormValues): GenerateRequest {
  return toUncleanedRequest(cleanForm(form))
}

/**
 * Returns the request of a form with its texts unchanged, and its fields in the specification's order (4.1). Omits
 * fields that the service decides.
 */
export function toUncleanedRequest(form: FormValues): GenerateRequest {
  const addresses = writeInAddresses(sentAddresses(form), form, {
    scope: form.parameterScope,
    isReplaced: (_field, own) => own === null,
  })
  return omitUndefined({
    ...byName(fieldsOf('text'), (name) => form[name] || undefined),
    data: form.data.trim() === '' ? undefined : form.data,
    tags: form.tags.length > 0 ? JSON.stringify(form.tags) : undefined,
    ios_custom_redirect: toRedirect(addresses.ios_custom_redirect, form.iosOpenApp),
    android_custom_redirect: toRedirect(addresses.android_custom_redirect, form.androidOpenApp),
    desktop_custom_redirect: toRedirect(addresses.desktop_custom_redirect),
    show_preview_ios: toFlag(form.previewIos),
    show_preview_android: toFlag(form.previewAndroid),
    ...byName(fieldsOf('tracking'), (field) => form[trackingName(field)] || undefined),
    path: fillPath(form.path, form.title) || undefined,
    image: form.image || undefined,
  } satisfies Record<FieldName, unknown>)
}

/**
 * Returns a platform's redirect; `undefined` leaves it to the service. That of a phone always has the flag, because other
 * implementations silently drop one without it.
 */
function toRedirect(url: string | null | undefined, opensApp?: boolean) {
  if (!url) return undefined
  return opensApp === undefined ? { url } : { url, open_app_if_installed: opensApp }
}

/** Returns whether a form has no address for any platform. */
export function hasNoAddress(form: FormValues): boolean {
  const { ios, android, desktop } = toRules(form)
  return [ios, android, desktop].every((target) => target === null)
}

function toFlag(state: ThreeState): boolean | undefined {
  return state === 'default' ? undefined : state === 'on'
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

function omitUndefined<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>
}

/** Returns the redirect rules of the link that a form makes, for the simulator. */
export function toRules(form: FormValues): RedirectRules {
  return redirectRules(toRequest(form))
}

/** Returns the values that undo a change of several fields: the previous ones of fields not edited since. */
export function unchangedFields(before: FormValues, after: FormValues, now: FormValues): PartialForm {
  const fields = Object.entries(before) as [keyof FormValues, unknown][]
  const unchanged = fields.filter(([field]) => now[field] === after[field])
  return Object.fromEntries(unchanged) as PartialForm
}
