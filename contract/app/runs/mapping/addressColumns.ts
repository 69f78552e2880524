import { columnAliases, normalizeName } from '../../library/columns/columnNames.ts'
import { fieldByName } from './columnGuesses.ts'
import type { AddressColumns } from '../changePlan.ts'

const linkNames: ReadonlySet<string> = new Set([
  ...columnAliases.link,
  ...columnAliases.path.filter((name) => name !== 'address'),
  ...['oldlink', 'kurzlink', 'alterlink'],
])

/** Column names that identify the new address, in a table that may also have the old one. */
const newAddressNames: ReadonlySet<string> = new Set([
  ...[
    'newaddress',
    'newurl',
    'newdestination',
    'newtarget',
    'newlink',
    'newpage',
    'new',
    'to',
    'address',
    'redirectto',
  ],
  ...['neueadresse', 'neueurl', 'neuesziel', 'neuerlink', 'neu', 'nach', 'ziel'],
])

/**
 * Returns the columns with the links and with their new addresses, detected by name or content; by default, the first
 * two.
 */
export function guessAddressColumns(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  isNamed: boolean,
): AddressColumns {
  const normalizedNames = isNamed ? names.map(normalizeName) : []
  const find = (matches: (name: string) => boolean) => normalizedNames.findIndex(matches)
  const byHeader = {
    link: find((name) => linkNames.has(name)),
    address: [
      find((name) => newAddressNames.has(name)),
      find((name) => fieldByName.get(name) === 'everyone'),
    ].find((index) => index >= 0),
  }
  const filled = names.flatMap((_, index) => (rows.some((row) => isFilled(row[index])) ? [index] : []))
  const address =
    byHeader.address ??
    filled.filter((index) => index !== byHeader.link).at(byHeader.link < 0 ? 1 : 0) ??
    null
  const link = byHeader.link >= 0 ? byHeader.link : (filled.find((index) => index !== address) ?? null)
  return { link, address: address === link ? null : address }
}

const isFilled = (cell: string | undefined) => (cell ?? '').trim() !== ''
