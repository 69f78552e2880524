import type { ObservedLink, ObservedRedirect } from '../../../contract/observed.ts'
import { when } from '../../ui/when.ts'

export interface TextField {
  name: string
  /** `null`: the service gave nothing. */
  value: string | null
}

export interface FieldGroup {
  title: string
  fields: TextField[]
}

/** The fields of a link (specification 2.1) in groups, as texts. An empty text counts as nothing. */
export function groupsOf(link: ObservedLink): FieldGroup[] {
  const groups: FieldGroup[] = [
    {
      title: 'What people see',
      fields: [
        { name: 'Title', value: link.title || null },
        { name: 'Subtitle', value: link.subtitle || null },
        { name: 'Image', value: link.image },
        ...previews(link),
      ],
    },
    {
      title: 'Where it goes',
      fields: [
        { name: 'iPhone and iPad', value: target(link.ios_custom_redirect, true) },
        { name: 'Android', value: target(link.android_custom_redirect, true) },
        { name: 'Desktop', value: target(link.desktop_custom_redirect, false) },
      ],
    },
    {
      title: 'Tracking and tags',
      fields: [
        { name: 'Campaign', value: link.tracking_campaign || null },
        { name: 'Source', value: link.tracking_source || null },
        { name: 'Medium', value: link.tracking_medium || null },
        { name: 'Tags', value: link.tags?.join(', ') || null },
      ],
    },
    {
      title: 'The link itself',
      fields: [
        { name: 'Address', value: link.access_path },
        { name: 'Path', value: link.path },
        { name: 'Made on', value: link.generated_from_platform },
        { name: 'Made by API or SDK', value: yesNo(link.sdk_generated) },
        { name: 'Last changed', value: link.updated_at ? when(link.updated_at) : null },
        { name: 'Number', value: link.id === null ? null : String(link.id) },
      ],
    },
  ]
  return [...groups, ...extras(link)]
}

function previews(link: ObservedLink): TextField[] {
  if (link.show_preview_ios === null && link.show_preview_android === null) {
    return [{ name: 'Preview page', value: yesNo(link.show_preview) }]
  }
  return [
    { name: 'Preview page, iPhone', value: yesNo(link.show_preview_ios) },
    { name: 'Preview page, Android', value: yesNo(link.show_preview_android) },
  ]
}

function extras(link: ObservedLink): FieldGroup[] {
  const fields = Object.entries(link.extra).map(([name, value]) => ({ name, value: JSON.stringify(value) }))
  return fields.length > 0 ? [{ title: 'Also sent by this service', fields }] : []
}

function yesNo(flag: boolean | null): string | null {
  return flag === null ? null : flag ? 'Yes' : 'No'
}

function target(redirect: ObservedRedirect | null, phone: boolean): string | null {
  if (!redirect?.url) return null
  if (!phone || redirect.open_app_if_installed === null) return redirect.url
  return `${redirect.url} (${redirect.open_app_if_installed ? 'opens the app if installed' : 'never opens the app'})`
}
