import { fieldsOf, linkFields } from '../../../contract/link/fields.ts'
import type { FieldKind, FieldName } from '../../../contract/link/fields.ts'
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

/** The fields of each kind of field, as texts. An empty text counts as nothing. */
const shownOf: Record<FieldKind, (link: ObservedLink) => TextField[]> = {
  text: (link) => fieldsOf('text').map((field) => shown(field, link[field] || null)),
  tracking: (link) => fieldsOf('tracking').map((field) => shown(field, link[field] || null)),
  tags: (link) => fieldsOf('tags').map((field) => shown(field, link[field]?.join(', ') || null)),
  appTarget: (link) => fieldsOf('appTarget').map((field) => shown(field, target(link[field], true))),
  target: (link) => fieldsOf('target').map((field) => shown(field, target(link[field], false))),
  preview: previews,
  // It has a view of its own.
  data: () => [],
}

function shown(field: FieldName, value: string | null): TextField {
  return { name: linkFields[field].label, value }
}

/** The fields of a link (specification 2.1) in groups, as texts. */
export function groupsOf(link: ObservedLink): FieldGroup[] {
  const of = (...kinds: FieldKind[]) => kinds.flatMap((kind) => shownOf[kind](link))
  const groups: FieldGroup[] = [
    {
      title: 'What people see',
      fields: [...of('text'), { name: 'Image', value: link.image }, ...of('preview')],
    },
    { title: 'Where it goes', fields: of('appTarget', 'target') },
    { title: 'Tracking and tags', fields: of('tracking', 'tags') },
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
  const fields = fieldsOf('preview')
  if (fields.every((field) => link[field] === null)) {
    return [{ name: 'Preview page', value: yesNo(link.show_preview) }]
  }
  return fields.map((field) => shown(field, yesNo(link[field])))
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
