import { byName, fieldsOf, trackingName, type FieldName } from '../../contract/service/link/fields.ts'
import type { FormValues } from './form.ts'

/** Form values that make up each request field. */
export const formFieldsByField = {
  ...byName(fieldsOf('text'), (name) => [name]),
  data: ['data'],
  tags: ['tags'],
  ios_custom_redirect: ['iosTarget', 'iosUrl', 'iosOpenApp'],
  android_custom_redirect: ['androidTarget', 'androidUrl', 'androidOpenApp'],
  desktop_custom_redirect: ['desktopUrl'],
  show_preview_ios: ['previewIos'],
  show_preview_android: ['previewAndroid'],
  ...byName(fieldsOf('tracking'), (field) => [trackingName(field)]),
  path: ['path'],
  image: ['image'],
} satisfies Record<FieldName, readonly (keyof FormValues)[]>
