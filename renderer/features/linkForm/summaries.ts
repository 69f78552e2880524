import { isObject, readJson } from '../../../contract/service/json/json.ts'
import type { FormValues, PhoneTarget } from '../../link/form.ts'
import { formatCount } from '../../ui/formatCount.ts'
import { shorten } from '../../ui/shorten.ts'

const targets: Record<PhoneTarget, string> = {
  same: 'same address',
  own: 'own address',
  default: 'as the service decides',
}

/** Returns where phones go, in one line. */
export function summarizePhones(form: FormValues, hasApp: boolean): string {
  const { iosTarget, androidTarget, iosOpenApp, androidOpenApp } = form
  if (iosTarget !== androidTarget) return `iPhone: ${targets[iosTarget]} · Android: ${targets[androidTarget]}`
  const opensApp = hasApp && iosTarget !== 'default' && iosOpenApp && androidOpenApp
  const target = `${targets[iosTarget].charAt(0).toUpperCase()}${targets[iosTarget].slice(1)}`
  return opensApp ? `${target}; opens the app if it’s installed` : target
}

/** Returns what the preview card has besides the title, in one line. */
export function summarizeCard({ subtitle, image, previewIos, previewAndroid }: FormValues): string {
  const words = subtitle.trim() === '' ? 'No subtitle' : `“${shorten(subtitle.trim(), 40)}”`
  const text = image.trim() === '' ? words : `${words}, image`
  if (previewIos !== previewAndroid) return `${text}, preview page on some phones`
  return `${text}, ${{ default: 'preview page as the service decides', on: 'preview page', off: 'no preview page' }[previewIos]}`
}

/** Returns how much the app receives, in one line. */
export function summarizeData({ data }: FormValues): string {
  if (data.trim() === '') return 'None'
  const json = readJson(data)
  return json.ok && isObject(json.value)
    ? formatCount(Object.keys(json.value).length, 'value')
    : 'Not finished'
}
