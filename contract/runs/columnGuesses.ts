import { foreignNames, plainName } from '../library/columnNames.ts'
import type { Role } from '../library/columnNames.ts'
import { fieldNames } from '../link/fields.ts'
import type { FieldName } from '../link/fields.ts'
import { opensAppOf } from '../library/csvColumns.ts'
import { rowFieldNames, rowFields } from './mapping.ts'
import type { RowField } from './mapping.ts'

/** What the exports of other services call what a field says. */
const byRole: Partial<Record<Role, RowField>> = {
  destination: 'everyone',
  title: 'title',
  tags: 'tags',
  campaign: 'tracking_campaign',
  source: 'tracking_source',
  medium: 'tracking_medium',
}

/** What people call the fields in English and German, in small letters without spaces and signs. */
const names: Readonly<Record<FieldName | 'everyone', readonly string[]>> = {
  everyone: [
    ...['url', 'urls', 'web', 'website', 'webadresse', 'landingpage', 'zielseite', 'zielurl', 'ziel'],
    ...['zieladresse', 'zielurls', 'adresse', 'webseite', 'leadsto', 'goesto', 'whereitgoes', 'longlink'],
  ],
  title: ['titel', 'überschrift', 'headline', 'bezeichnung', 'linktitle', 'linktitel'],
  subtitle: ['untertitel', 'unterzeile', 'beschreibungstext', 'previewtext', 'vorschautext'],
  data: ['data', 'appdata', 'daten', 'appdaten', 'payload', 'json', 'metadata', 'metadaten', 'deeplinkdata'],
  tags: ['schlagwörter', 'schlagworte', 'schlagwort', 'stichwörter', 'stichworte', 'label', 'etiketten'],
  ios_custom_redirect: [
    ...['ios', 'iosurl', 'iphone', 'ipad', 'iphoneurl', 'iphoneipad', 'iphoneundipad', 'apple', 'appstore'],
    ...['appstoreurl', 'iosziel', 'iphoneziel', 'iosadresse', 'iosredirect', 'iostarget'],
  ],
  android_custom_redirect: [
    ...['androidurl', 'androidziel', 'androidadresse', 'androidredirect', 'androidtarget', 'playstore'],
    ...['playstoreurl', 'googleplay'],
  ],
  desktop_custom_redirect: [
    ...['desktopurl', 'desktopziel', 'desktopadresse', 'desktopredirect', 'desktoptarget', 'computer', 'pc'],
    ...['mac', 'rechner'],
  ],
  show_preview_ios: [
    ...['showpreviewios', 'previewios', 'iospreview', 'previewiphone', 'vorschauios', 'vorschauiphone'],
    ...['vorschauseiteios', 'vorschauseiteiphone'],
  ],
  show_preview_android: [...['previewandroid', 'androidpreview', 'vorschauandroid', 'vorschauseiteandroid']],
  tracking_campaign: ['kampagne', 'utmkampagne', 'kampagnenname', 'campaignname', 'utmcampaignname'],
  tracking_source: ['quelle', 'utmquelle', 'kampagnenquelle', 'trafficsource', 'channel', 'kanal'],
  tracking_medium: ['utmmedium', 'medien', 'kanalmedium', 'mediumtype'],
}

/** One column that speaks for the preview on every phone. */
export const previewNames: ReadonlySet<string> = new Set([
  ...['preview', 'previewpage', 'showpreview', 'vorschau', 'vorschauseite'],
])

/** Headers of columns that hold one tag each: `Tag 1`, `Schlagwort 2`. */
export const oneTag = /^(?:tag|label|schlagwort|stichwort)\d{1,3}$/

/** A field by the plain name of a column. What an exported table calls a field comes first, then what people do. */
export const fieldByName: ReadonlyMap<string, RowField> = new Map<string, RowField>([
  ...Object.entries(byRole).flatMap(([role, field]) =>
    foreignNames[role as Role].map((name) => [name, field] as const),
  ),
  ...(['everyone', ...fieldNames] as const).flatMap((field) =>
    names[field].map((name) => [name, field] as const),
  ),
  ...(['ios_custom_redirect', 'android_custom_redirect'] as const).flatMap(opensNames),
  ...rowFieldNames.flatMap((field) =>
    [field, rowFields[field]].map((name) => [plainName(name), field] as const),
  ),
])

function opensNames(field: 'ios_custom_redirect' | 'android_custom_redirect'): [string, RowField][] {
  const phones = field === 'ios_custom_redirect' ? ['ios', 'iphone', 'iphoneipad'] : ['android']
  return phones.flatMap((phone) =>
    [`openapp${phone}`, `${phone}openapp`, `appöffnen${phone}`, `${phone}appöffnen`].map(
      (name): [string, RowField] => [name, opensAppOf(field)],
    ),
  )
}
