import { creationField } from '../../contract/app/link/createdAt.ts'
import { readJson } from '../../contract/service/json/json.ts'
import { activeUntilField } from '../../contract/service/link/link.ts'
import { readActiveUntil, readPassQuery } from '../../contract/app/link/change/linkPatch.ts'
import { fieldsOf, linkFields } from '../../contract/service/link/fields.ts'
import type { RemoteLink, RemoteRedirect } from '../../contract/app/link/remoteLink.ts'
import { formatTime } from '../ui/formatTime.ts'
import { fieldName } from './fieldNames.ts'
import { linkOfRecord } from './linkOfRecord.ts'
import { linkRules } from './linkRules.ts'
import { queryChoiceTexts, toQueryChoice } from './passedQuery.ts'

export interface TextField {
  name: string
  /** `null` if the service returned nothing. */
  value: string | null
  /** The text to copy if it differs from the shown value. */
  copy?: string
}

export interface FieldGroup {
  title: string
  fields: TextField[]
}

/** Returns a link's fields (specification 2.1) in groups, as texts. Empty texts are treated as missing. */
export function groupFields(link: RemoteLink): FieldGroup[] {
  const created = creationField(link)
  const activeUntil = readActiveUntil(link)
  const passQuery = readPassQuery(link)
  const about: FieldGroup = {
    title: 'About this link',
    fields: [
      { name: 'Link', value: link.access_path },
      { name: 'Path', value: link.path },
      ...origin(link),
      ...(created ? [timeField('Created', created.time)] : []),
      ...(passQuery === undefined
        ? []
        : [{ name: fieldName('pass_query'), value: queryChoiceTexts[toQueryChoice(passQuery)] }]),
      ...(activeUntil === null ? [] : [timeField(fieldName(activeUntilField), activeUntil)]),
      link.updated_at ? timeField('Last changed', link.updated_at) : { name: 'Last changed', value: null },
      { name: 'ID', value: link.id },
    ],
  }
  const hasEnd = activeUntil !== null || link.extra[activeUntilField] === 'null'
  const shownNames = [
    created?.name,
    ...(hasEnd ? [activeUntilField] : []),
    ...(passQuery === undefined ? [] : ['pass_query']),
  ]
  return [...definition(link), about, ...extras(link, shownNames)]
}

function timeField(name: string, iso: string): TextField {
  return { name, value: formatTime(iso), copy: iso }
}

/**
 * Returns the grouped fields that the user chose, as stored by the service or else as requested. Those without a value are
 * left out.
 */
export function groupChosenFields(record: Parameters<typeof linkOfRecord>[0]): FieldGroup[] {
  const link = linkOfRecord(record)
  if (!link) return []
  // The service may return one flag for both phones.
  const { previewIos, previewAndroid } = linkRules(link, record.request)
  const flags = { show_preview_ios: previewIos, show_preview_android: previewAndroid }
  return definition({ ...link, ...(previewIos !== previewAndroid && flags) })
    .map(({ title, fields }) => ({ title, fields: fields.filter(({ value }) => value !== null) }))
    .filter(({ fields }) => fields.length > 0)
}

/** Returns how a link was created; empty if unknown, or if it was created through the API like nearly every link. */
function origin({ generated_from_platform: platform, sdk_generated: throughApi }: RemoteLink): TextField[] {
  return [
    ...(platform === null || platform === 'API' ? [] : [{ name: 'Created from', value: platform }]),
    ...(throughApi === false ? [{ name: 'Created through the API', value: 'No' }] : []),
  ]
}

function toTextFields(kind: 'text' | 'tracking', link: RemoteLink): TextField[] {
  return fieldsOf(kind).map((field) => ({ name: linkFields[field].label, value: link[field] || null }))
}

function definition(link: RemoteLink): FieldGroup[] {
  return [
    {
      title: 'What people see',
      fields: [
        ...toTextFields('text', link),
        { name: linkFields.image.label, value: link.image },
        ...previews(link),
      ],
    },
    {
      title: 'Where it goes',
      fields: [
        target(linkFields.ios_custom_redirect.label, link.ios_custom_redirect, true),
        target(linkFields.android_custom_redirect.label, link.android_custom_redirect, true),
        target(linkFields.desktop_custom_redirect.label, link.desktop_custom_redirect, false),
      ],
    },
    {
      title: 'Tracking and tags',
      fields: [...toTextFields('tracking', link), { name: 'Tags', value: link.tags?.join(', ') || null }],
    },
  ]
}

function previews(link: RemoteLink): TextField[] {
  if (link.show_preview_ios === null && link.show_preview_android === null) {
    return [{ name: 'Preview page', value: yesNo(link.show_preview) }]
  }
  return [
    { name: linkFields.show_preview_ios.label, value: yesNo(link.show_preview_ios) },
    { name: linkFields.show_preview_android.label, value: yesNo(link.show_preview_android) },
  ]
}

/** Returns the fields that aren't in the specification, except those that are shown elsewhere. */
function extras(link: RemoteLink, shown: readonly (string | undefined)[]): FieldGroup[] {
  const fields = Object.entries(link.extra)
    .filter(([name]) => !shown.includes(name))
    .map(([name, text]) => ({ name, value: plainText(text) }))
  return fields.length > 0 ? [{ title: 'Other fields from this service', fields }] : []
}

/** Returns a JSON text for reading: strings without quotes, `null` as missing, everything else unchanged. */
function plainText(json: string): string | null {
  if (json === 'null') return null
  const read = json.startsWith('"') ? readJson(json) : null
  return read?.ok && typeof read.value === 'string' ? read.value : json
}

function yesNo(flag: boolean | null): string | null {
  return flag === null ? null : flag ? 'Yes' : 'No'
}

function target(name: string, redirect: RemoteRedirect | null, phone: boolean): TextField {
  if (!redirect?.url) return { name, value: null }
  const { url } = redirect
  const open = redirect.open_app_if_installed
  if (!phone || open === null) return { name, value: url }
  return { name, value: `${url} (${open ? 'opens the app if installed' : 'never opens the app'})`, copy: url }
}
