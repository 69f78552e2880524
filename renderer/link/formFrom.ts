import { isObject, readJson } from '../../contract/json.ts'
import { byName, fieldsOf, trackingNames } from '../../contract/link/fields.ts'
import type { ObservedLink } from '../../contract/observed.ts'
import type { LinkRecord } from '../../contract/record.ts'
import { blankForm } from './form.ts'
import type { FormValues, ThreeState } from './form.ts'

type Request = NonNullable<LinkRecord['request']>

/** The form that a request came from, to create another like it. */
export function formOfRequest(request: Request): FormValues {
  return {
    ...textsOf(request),
    ...placesOf(request),
    data: request.data ?? '',
    tags: tagsOf(request.tags),
    previewIos: stateOf(request.show_preview_ios),
    previewAndroid: stateOf(request.show_preview_android),
  }
}

/**
 * The form that would make a link again that was looked up (specification 2.1 and 2.3). `dataText` is the app data as the
 * service spelled it, when that is known, so that large integers survive. One `show_preview` speaks for both platforms.
 */
export function formOfLink(link: ObservedLink, dataText: string | null): FormValues {
  return {
    ...textsOf(link),
    ...placesOf(link),
    data: hasData(link.data) ? (dataText ?? JSON.stringify(link.data, null, 2)) : '',
    tags: link.tags ?? [],
    previewIos: stateOf(link.show_preview_ios ?? link.show_preview),
    previewAndroid: stateOf(link.show_preview_android ?? link.show_preview),
  }
}

/** The form of a link in the library: what was asked for where that is known, else what the service stores. */
export function formOfRecord(record: LinkRecord): FormValues {
  if (record.request) return formOfRequest(record.request)
  return record.stored ? formOfLink(record.stored, null) : blankForm
}

function textsOf(link: Request | ObservedLink) {
  return {
    ...byName(fieldsOf('text'), (name) => link[name] ?? ''),
    ...byName(trackingNames, (name) => link[`tracking_${name}`] ?? ''),
  }
}

function placesOf(link: Request | ObservedLink) {
  const { ios_custom_redirect: ios, android_custom_redirect: android } = link
  return {
    iosUrl: ios?.url ?? '',
    iosOpenApp: ios?.open_app_if_installed ?? blankForm.iosOpenApp,
    androidUrl: android?.url ?? '',
    androidOpenApp: android?.open_app_if_installed ?? blankForm.androidOpenApp,
    desktopUrl: link.desktop_custom_redirect?.url ?? '',
  }
}

function stateOf(flag: boolean | null | undefined): ThreeState {
  return flag === undefined || flag === null ? 'default' : flag ? 'on' : 'off'
}

function hasData(data: ObservedLink['data']): boolean {
  return data !== null && !(isObject(data) && Object.keys(data).length === 0)
}

function tagsOf(text: string | undefined): string[] {
  const read = readJson(text ?? '[]')
  return read.ok && Array.isArray(read.value) ? read.value.filter((tag) => typeof tag === 'string') : []
}
