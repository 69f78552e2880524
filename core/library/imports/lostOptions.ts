import { normalizeName } from '../../../contract/app/library/columns/columnNames.ts'
import { tryParseJson } from '../../../contract/app/text/tryParseJson.ts'
import { isObject } from '../../../contract/service/json/json.ts'
import { isEmptyWord } from '../../../contract/service/text/words.ts'
import type { Note } from '../../tables/table.ts'
import type { ColumnRoles } from './columns.ts'

/** What is lost when a link moves here, with the columns of other services that have it, by normalized name. */
const lostOptions: Readonly<Record<string, string>> = {
  'The password is lost: the link opens without one.':
    'password haspassword passwordprotected ispasswordprotected protected',
  'The end date is lost. You can set it afterwards.':
    'expiresat expiration expirationdate expires expiresin expirein expireson expiredat expirydate expiry validuntil metavaliduntil enddate ttl deactivateon',
  'The start date is lost: the link works at once.':
    'validsince metavalidsince startdate startsat startat activateon activeat',
  'The limit of visits is lost.': 'maxvisits metamaxvisits clickslimit clicklimit maxclicks limitclicks',
  'The address after the end is lost.': 'expiredurl expirationurl expiresurl fallbackurl',
  'The addresses by country are lost: everyone gets the same.':
    'geo geotargeting geotargets geolinks countries countrytargeting country',
  'The addresses by language or by rules are lost: everyone gets the same.':
    'redirectrules hasredirectrules rules languages languagetargeting routes',
  'The test of several addresses is lost: everyone gets the same.':
    'testvariants variants abtest abtests abtesting splits spliturl splitpercent rotator rotations weights',
  'Hiding the destination’s address is lost: visitors see it.':
    'cloaking cloak cloaked rewrite masking frame iframe proxy',
  'Pixels and scripts are lost.':
    'pixels pixel retargeting retargetingpixels scripts facebookpixel integrationga',
  'The link was archived or switched off. Here, it works.':
    'archived isarchived banned disabled isdisabled deactivated inactive',
}

const textByName = new Map(
  Object.entries(lostOptions).flatMap(([text, names]) =>
    names.split(' ').map((name) => [name, text] as const),
  ),
)

/** Returns a function that returns a warning for each option of a row that is lost when its link moves here. */
export function createLostOptions(
  header: readonly string[],
  roles: ColumnRoles,
): (cells: readonly string[]) => Note[] {
  const columns = header.flatMap((name, column) => {
    const plain = normalizeName(name)
    const text = roles[column] ? undefined : textByName.get(plain)
    // Shlink has its options in an object.
    if (plain === 'meta') return [{ column, find: findInObject }]
    return text === undefined ? [] : [{ column, find: (cell: string) => (isSet(cell) ? [text] : []) }]
  })
  return (cells) =>
    columns.flatMap(({ column, find }) =>
      find(cells[column] ?? '').map((text) => ({ column, text, isError: false })),
    )
}

function findInObject(cell: string): string[] {
  const value = tryParseJson(cell)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) =>
    isSet(typeof member === 'object' ? JSON.stringify(member) : String(member))
      ? (textByName.get(normalizeName(name)) ?? [])
      : [],
  )
}

/** Whether an option has a value. */
function isSet(cell: string): boolean {
  const text = cell.trim()
  return !/^(?:|0|false|no|off|n|[[{]\s*[\]}])$/i.test(text) && !isEmptyWord(text)
}
