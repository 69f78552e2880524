import { creationField } from '../../contract/app/link/createdAt.ts'
import type { GenerateRequest } from '../../contract/service/link/generate.ts'
import { readJson } from '../../contract/service/json/json.ts'
import { activeUntilField } from '../../contract/service/link/link.ts'
import { readActiveUntil, readPassQuery } from '../../contract/app/link/linkPatch.ts'
import { fieldsOf, linkFields, type FieldOf } from '../../contract/service/link/fields.ts'
import type { RemoteLink } from '../../contract/app/link/remoteLink.ts'
import type { LinkRecord } from '../../contract/app/link/record.ts'
import { formatTime } from '../ui/formatTime.ts'
import { fieldName } from './fieldNames.ts'
import { linkRules } from './linkRules.ts'
import { queryChoiceTexts, toQueryChoice } from './passedQuery.ts'
import { formFromRequest } from './formFrom.ts'

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

/** Title of the group of fields that the service adds. */
export const aboutTitle = 'About this link'

/** Returns a link's fields (specification 2.1) in groups, as texts. Empty texts are treated as missing. */
export function groupFields(link: RemoteLink): FieldGroup[] {
  const created = creationField(link)
  const activeUntil = readActiveUntil(link)
  const passQuery = readPassQuery(link)
  const about: FieldGroup = {
    title: aboutTitle,
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

/** Returns the grouped fields of a request whose link is unknown. */
export function groupRequestFields(request: GenerateRequest): FieldGroup[] {
  return withoutMissing(definition(toDefinition(request)))
}

/** Returns the grouped fields that the user chose, as stored by the service or else as requested. */
export function groupChosenFields({ stored, request }: Pick<LinkRecord, 'stored' | 'request'>): FieldGroup[] {
  if (!stored) return groupRequestFields(request ?? {})
  // The service may return one flag for both phones.
  const { previewIos, previewAndroid } = linkRules(stored, request)
  const flags = { show_preview_ios: previewIos, show_preview_android: previewAndroid }
  return withoutMissing(definition({ ...stored, ...(previewIos !== previewAndroid && flags) }))
}

function withoutMissing(groups: FieldGroup[]): FieldGroup[] {
  return groups
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

type Redirect = { url: string | null; open_app_if_installed?: boolean | null | undefined } | null | undefined

/** A link without the fields that the service adds. */
type Definition = Pick<
  RemoteLink,
  'image' | 'tags' | 'show_preview' | 'show_preview_ios' | 'show_preview_android'
> &
  Partial<Record<FieldOf<'text' | 'tracking'>, string | null | undefined>> &
  Partial<Record<`${'ios' | 'android' | 'desktop'}_custom_redirect`, Redirect>>

function toDefinition(request: GenerateRequest): Definition {
  return {
    ...request,
    image: request.image ?? null,
    tags: formFromRequest(request).tags,
    show_preview: null,
    show_preview_ios: request.show_preview_ios ?? null,
    show_preview_android: request.show_preview_android ?? null,
  }
}

function trackingGroup(link: Definition): FieldGroup {
  return {
    title: 'Tracking and tags',
    fields: [...toTextFields('tracking', link), { name: 'Tags', value: link.tags?.join(', ') || null }],
  }
}

function toTextFields(kind: 'text' | 'tracking', link: Definition): TextField[] {
  return fieldsOf(kind).map((field) => ({ name: linkFields[field].label, value: link[field] || null }))
}

function definition(link: Definition): FieldGroup[] {
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
    trackingGroup(link),
  ]
}

function previews(link: Definition): TextField[] {
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

function target(name: string, redirect: Redirect, phone: boolean): TextField {
  if (!redirect?.url) return { name, value: null }
  const { url } = redirect
  const open = redirect.open_app_if_installed ?? null
  if (!phone || open === null) return { name, value: url }
  return { name, value: `${url} (${open ? 'opens the app if installed' : 'never opens the app'})`, copy: url }
}
