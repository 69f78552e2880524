import { addressesOf, guessScope } from '../../contract/app/values/requestParameters.ts'
import { readJson } from '../../contract/service/json/json.ts'
import { sourceMediumNames } from '../../contract/app/library/columns/trackingColumns.ts'
import { byName, fieldsOf, trackingNames } from '../../contract/service/link/fields.ts'
import type { RemoteLink } from '../../contract/app/link/remoteLink.ts'
import type { LinkRecord } from '../../contract/app/link/record.ts'
import { blankForm, cleanForm, type FormValues, type ThreeState } from './form.ts'
import { targetsFromUrls } from './phoneTargets.ts'

type Request = NonNullable<LinkRecord['request']>

/** Returns the form for a request, to create a similar link. */
export function formFromRequest(request: Request): FormValues {
  return {
    ...toTexts(request),
    ...toAddressFields(request),
    data: request.data ?? '',
    tags: parseTags(request.tags),
    previewIos: toThreeState(request.show_preview_ios),
    previewAndroid: toThreeState(request.show_preview_android),
  }
}

/**
 * Returns the form that would recreate a looked-up link (specification 2.1 and 2.3), with app data as the service
 * spelled it. One `show_preview` applies to both platforms.
 */
export function formFromLink(link: RemoteLink): FormValues {
  return {
    ...toTexts(link),
    ...toAddressFields(link),
    data: link.data === null || isEmptyObject(link.data) ? '' : link.data,
    tags: link.tags ?? [],
    previewIos: toThreeState(link.show_preview_ios ?? link.show_preview),
    previewAndroid: toThreeState(link.show_preview_android ?? link.show_preview),
  }
}

/** Returns the form for a library link: from its request if known, else from what the service stores. */
export function formFromRecord(record: LinkRecord): FormValues {
  if (record.request) return formFromRequest(record.request)
  return record.stored ? formFromLink(record.stored) : blankForm
}

/** Returns a copied form as a new draft starts with it: cleaned, and without the path, which only one link can have. */
export function copiedForm(form: FormValues): FormValues {
  return { ...cleanForm(form), path: '' }
}

/** Returns the form of the next link in a campaign: the same without the channel, which distinguishes such links. */
export function nextLinkForm(form: FormValues): FormValues {
  return { ...form, ...byName(sourceMediumNames, () => '') }
}

/** Returns whether a record has anything to show. A damaged record may have nothing left. */
export function isKnown({ request, stored, damaged }: LinkRecord): boolean {
  return !damaged || request !== null || stored !== null
}

function toTexts(link: Request | RemoteLink) {
  return {
    ...byName(fieldsOf('text'), (name) => link[name] ?? ''),
    ...byName(trackingNames, (name) => link[`tracking_${name}`] ?? ''),
    path: link.path ?? '',
    image: link.image ?? '',
  }
}

function toAddressFields(link: Request | RemoteLink) {
  const { ios_custom_redirect: ios, android_custom_redirect: android } = link
  const addresses = addressesOf(link)
  const urls = {
    desktopUrl: addresses.desktop_custom_redirect ?? '',
    iosUrl: addresses.ios_custom_redirect ?? '',
    androidUrl: addresses.android_custom_redirect ?? '',
  }
  const targets = targetsFromUrls(urls)
  return {
    ...targets,
    desktopUrl: urls.desktopUrl,
    iosUrl: targets.iosTarget === 'own' ? urls.iosUrl : '',
    iosOpenApp: ios?.open_app_if_installed ?? blankForm.iosOpenApp,
    androidUrl: targets.androidTarget === 'own' ? urls.androidUrl : '',
    androidOpenApp: android?.open_app_if_installed ?? blankForm.androidOpenApp,
    parameterScope: guessScope(addresses),
  }
}

function toThreeState(flag: boolean | null | undefined): ThreeState {
  return flag === undefined || flag === null ? 'default' : flag ? 'on' : 'off'
}

/** Returns whether a JSON text is `{}`, which counts as no data. */
function isEmptyObject(text: string): boolean {
  return /^\{\s*\}$/.test(text)
}

function parseTags(text: string | undefined): string[] {
  const read = readJson(text ?? '[]')
  return read.ok && Array.isArray(read.value) ? read.value.filter((tag) => typeof tag === 'string') : []
}
