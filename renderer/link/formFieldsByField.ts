import {
  byName,
  fieldNames,
  fieldsIn,
  fieldsOf,
  trackingName,
  type FieldName,
  type SectionName,
} from '../../contract/service/link/fields.ts'
import type { FormValues, PartialForm } from './form.ts'

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

/** Returns the form values of a section. */
export function formFieldsIn(section: SectionName): (keyof FormValues)[] {
  return fieldsIn(section).flatMap((field): readonly (keyof FormValues)[] => formFieldsByField[field])
}

/** Returns the request fields whose inputs differ between two forms. */
export function differingFields(one: PartialForm, other: PartialForm): FieldName[] {
  return fieldNames.filter((name) =>
    formFieldsByField[name].some((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field])),
  )
}
