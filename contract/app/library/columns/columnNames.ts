import { importedNames, type ImportedColumn } from './columnLists.ts'
import { namesOf } from '../../../service/link/fields.ts'

/** Roles that occur only in imported tables. */
type ImportOnly = 'created' | 'host' | 'customLink' | 'desktop' | 'ios' | 'android' | 'image'

/** The role of a column of an imported table, or of a member of a JSON object. */
export type Role = ImportedColumn | ImportOnly

/** Column names of Dub, Kutt, Bitly, Shlink and hand-made tables, normalized by `normalizeName`. */
export const columnAliases: Readonly<Record<Role, readonly string[]>> = {
  ...importedNames,
  created: [
    'created',
    'createdat',
    'createdon',
    'createdtime',
    'createtime',
    'creationtime',
    'creationdate',
    'datecreated',
    'timestamp',
  ],
  host: ['domain', 'host'],
  customLink: ['customlink'],
  desktop: [],
  ios: ['iosurl'],
  android: ['androidurl'],
  image: ['image', 'imageurl', 'ogimage'],
}
export const roles = namesOf(columnAliases)

/** Returns a name in lower case, with letters and digits only. */
export function normalizeName(name: string): string {
  return name
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
