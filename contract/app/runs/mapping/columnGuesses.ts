import { columnAliases, normalizeName, type Role } from '../../library/columns/columnNames.ts'
import { byName, fieldNames, fieldsOf, linkFields, trackingNames } from '../../../service/link/fields.ts'
import { toOpenAppColumn } from '../../library/columns/csvColumns.ts'
import { parameterName, knownParameters } from '../../../service/link/parameters.ts'
import { rowFieldLabel, rowFieldNames, type RowField } from './mapping.ts'

/** Fields by column name in other services' exports. */
export const fieldByRole: Partial<Record<Role, RowField>> = {
  destination: 'everyone',
  title: 'title',
  tags: 'tags',
  ...byName(trackingNames, (name) => `tracking_${name}` as const),
}

/** Common names of the column with the address for everyone, in the format of `alsoCalled`. */
const everyoneAliases =
  'url urls web website webadresse landingpage zielseite zielurl ziel zieladresse zielurls adresse ' +
  'webseite leadsto goesto whereitgoes longlink'

/** Names of a column with the library's notes. */
export const noteNames: ReadonlySet<string> = new Set([
  ...['note', 'notes', 'comment', 'comments', 'remark', 'remarks'],
  ...['notiz', 'notizen', 'kommentar', 'bemerkung', 'bemerkungen', 'anmerkung'],
])

/** Headers of columns with one tag per cell: `Tag 1`, `Schlagwort 2`. */
export const singleTagPattern = /^(?:tag|label|schlagwort|stichwort)\d{1,3}$/

/** Fields by normalized column name. Names from exports take precedence over common names. */
export const fieldByName: ReadonlyMap<string, RowField> = new Map<string, RowField>([
  ...Object.entries(fieldByRole).flatMap(([role, field]) =>
    columnAliases[role as Role].map((name) => [name, field] as const),
  ),
  ...everyoneAliases.split(' ').map((name) => [name, 'everyone'] as const),
  ...knownParameters.map((field) => [normalizeName(parameterName(field)), field] as const),
  ...[...fieldNames, ...fieldsOf('parameter')].flatMap((field) =>
    aliasesOf(linkFields[field].alsoCalled).map((name) => [name, field] as const),
  ),
  ...(['ios_custom_redirect', 'android_custom_redirect'] as const).flatMap(openAppAliases),
  ...rowFieldNames.flatMap((field) =>
    [field, rowFieldLabel(field)].map((name) => [normalizeName(name), field] as const),
  ),
])

function aliasesOf(alsoCalled: string): string[] {
  return alsoCalled.split(' ').filter((name) => name !== '')
}

function openAppAliases(field: 'ios_custom_redirect' | 'android_custom_redirect'): [string, RowField][] {
  const phones = field === 'ios_custom_redirect' ? ['ios', 'iphone', 'iphoneipad'] : ['android']
  return phones.flatMap((phone) =>
    [`openapp${phone}`, `${phone}openapp`, `appöffnen${phone}`, `${phone}appöffnen`].map(
      (name): [string, RowField] => [name, toOpenAppColumn(field)],
    ),
  )
}
