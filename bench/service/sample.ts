import type { GenerateRequest } from '../../contract/generate.ts'
import { byName, fieldsOf, linkFields } from '../../contract/link/fields.ts'
import type { FieldName } from '../../contract/link/fields.ts'
import type { LinkRow } from '../../service/store/links.ts'
import { unidentifiedLink } from '../../service/links/create.ts'
import { createIdentityMaker } from '../../service/links/identity.ts'

/** A create with every field of the specification, as a campaign would send it: about 800 bytes. */
export const everyField = {
  ...byName([...fieldsOf('text'), ...fieldsOf('tracking')], (name) => linkFields[name].example),
  data: JSON.stringify({
    screen: 'offer',
    offer_id: 90_071_992_547,
    discount: 0.5,
    categories: ['shoes', 'shirts', 'sport'],
    referrer: { user: 'u_8842', channel: 'newsletter' },
  }),
  tags: JSON.stringify(['summer', 'sale', 'newsletter', '2026']),
  ios_custom_redirect: {
    url: 'https://apps.apple.com/app/id123456789?pt=12&ct=summer',
    open_app_if_installed: true,
  },
  android_custom_redirect: {
    url: 'https://play.google.com/store/apps/details?id=com.example.shop',
    open_app_if_installed: true,
  },
  desktop_custom_redirect: { url: 'https://www.example.com/offers/summer?ref=link' },
  show_preview_ios: false,
  show_preview_android: false,
} satisfies { [N in FieldName]: NonNullable<GenerateRequest[N]> }

const identify = createIdentityMaker()
const madeAt = Date.UTC(2026, 10, 20)

/** The same link as stored, with a new path. `id` is a small number; ids of real links are much larger. */
export function sampleLink(id: number, project: string): LinkRow {
  return {
    ...unidentifiedLink(
      { project, environment: 'production', linkOrigin: null, keyName: 'default' },
      everyField,
      null,
    ),
    id,
    path: identify().path,
    createdAt: madeAt,
    updatedAt: madeAt,
  }
}
