import { fieldsOf, trackingName } from '../../contract/link/fields.ts'
import type { AppTarget } from '../../contract/redirect/engine.ts'
import { linkAddress } from '../links/address.ts'
import type { LinkOrigin } from '../links/address.ts'
import type { StoredLink } from '../store/store.ts'

/** The answer of `POST /generate_link` (specification 4.1) as text. */
export function generateAnswerText(address: string): string {
  return `{"link":${JSON.stringify(address)}}`
}

const textFields = fieldsOf('text')
const trackingFields = fieldsOf('tracking')

/**
 * The answer of `GET /link/:link_path` (specification 4.2) as text. `data` and `tags` go into it as they were stored: to
 * parse them and write them again would damage large integers and number spellings, and lose a key named `__proto__`.
 * Without an origin, which the operators' tool may not know, there is no `access_path`.
 */
export function lookupAnswerText(link: StoredLink, origin: LinkOrigin | null): string {
  const { tracking } = link
  const address = origin ? `"access_path":${quote(linkAddress(origin, link.path))},` : ''
  return `{"link":{"id":${link.id},${named(textFields, (name) => link[name])},\
"path":${quote(link.path)},${address}\
"updated_at":"${new Date(link.updatedAt).toISOString()}","generated_from_platform":"API",\
"data":${link.data},"sdk_generated":true,"tags":${link.tags},"active":${link.active},\
${named(trackingFields, (field) => tracking[trackingName(field)])},"show_preview":${link.previewIos || link.previewAndroid},\
"image":null,"ios_custom_redirect":${redirectText(link.ios)},\
"android_custom_redirect":${redirectText(link.android)},\
"desktop_custom_redirect":${redirectText(link.desktop && { ...link.desktop, openApp: false })}}}`
}

function named<N extends string>(names: readonly N[], valueOf: (name: N) => string | null): string {
  return names.map((name) => `"${name}":${quote(valueOf(name))}`).join(',')
}

function quote(text: string | null): string {
  return JSON.stringify(text)
}

function redirectText(target: AppTarget | null): string {
  return target ? `{"url":${quote(target.url)},"open_app_if_installed":${target.openApp}}` : '{}'
}
