import { sourceMediumNames } from '../../contract/app/library/columns/trackingColumns.ts'
import type { LibraryRow } from '../../contract/app/library/row.ts'

/**
 * Returns the source and medium of a library row, which distinguish a campaign's links: `newsletter / email`. Empty if
 * it has neither.
 */
export function sourceMedium(row: Pick<LibraryRow, (typeof sourceMediumNames)[number]>): string {
  return sourceMediumNames
    .map((name) => row[name])
    .filter(Boolean)
    .join(' / ')
}
