import { memo } from 'react'
import type { ColumnName } from '../../../../contract/app/library/columns/listColumns.ts'
import type { LibraryRow } from '../../../../contract/app/library/row.ts'
import { titleText } from '../../../link/titleText.ts'
import { EnvironmentBadge } from '../../../ui/Badge.tsx'
import { RowLink } from '../../../ui/RowLink.tsx'
import { shorten } from '../../../ui/shorten.ts'
import { RowActions, type RowHandlers } from './RowActions.tsx'
import { cellId, RowCell } from './RowCell.tsx'
import styles from './list.module.css'

/** Maximum characters of a link, and of its visible end. */
const maxLinkLength = 96
const maxTailLength = 14

/** Maximum characters of a title in a row. More than fit, so that only the end is cut. */
const maxTitleLength = 200

interface LinkRowProps {
  row: LibraryRow
  index: number
  selected: boolean
  /** Only the focused row has tab stops. */
  tabIndex: 0 | -1
  names: readonly ColumnName[]
  /** Whether the column of paths shows what distinguishes the link, so that there is no room for it beside the title. */
  hidesLink: boolean
  /** Whether the view is limited to one environment, which its filters name. */
  hasOneEnvironment: boolean
  rowHandlers: RowHandlers
}

/** Shows the cells of one link. */
export const LinkRow = memo(function LinkRow({
  row,
  index,
  selected,
  tabIndex,
  names,
  hidesLink,
  hasOneEnvironment,
  rowHandlers,
}: LinkRowProps) {
  const title = rowTitle(row)
  // Typed text that is not in the URL yet must not be lost.
  const open = (event: React.MouseEvent) => {
    event.preventDefault()
    rowHandlers.open(row.id)
  }
  const marked = hasOneEnvironment || names.includes('environment')
  return (
    <>
      <div role="gridcell" className={styles['check']}>
        <input
          type="checkbox"
          tabIndex={tabIndex}
          aria-label={`Select ${shorten(title, 80)}`}
          checked={selected}
          onChange={() => undefined}
          onClick={(event) => rowHandlers.toggle(index, event.shiftKey)}
        />
      </div>
      <div role="gridcell" id={cellId(row.id, 'title')} className={styles['title']}>
        <RowLink href={`/links/${row.id}`} title={title} tabIndex={tabIndex} onClick={open}>
          {shorten(title, maxTitleLength)}
        </RowLink>
        <span className={styles['under']}>
          {!marked && row.state !== 'reference' && <EnvironmentBadge environment={row.environment} isShort />}
          {row.link === null && <em>No link</em>}
          {row.link !== null && !hidesLink && <TruncatedAddress text={row.link} />}
          {row.archived && <em>Archived</em>}
        </span>
      </div>
      {names.map((name) => (
        <RowCell key={name} row={row} name={name} />
      ))}
      <div role="gridcell" className={styles['actions']}>
        <RowActions row={row} title={title} tabIndex={tabIndex} rowHandlers={rowHandlers} />
      </div>
    </>
  )
})

/** Returns a link's title in the list. */
function rowTitle({ title, damaged }: Pick<LibraryRow, 'title' | 'damaged'>): string {
  return titleText(title, damaged ? 'Damaged entry' : undefined)
}

/** Keeps the end of an address visible in a narrow column, because it distinguishes links of one domain. */
function TruncatedAddress({ text }: { text: string }) {
  const short = shorten(text, maxLinkLength)
  const cut = Math.max(short.lastIndexOf('/'), short.length - maxTailLength)
  return (
    <span className={styles['ends']} title={text}>
      <span>{short.slice(0, cut)}</span>
      <span>{short.slice(cut)}</span>
    </span>
  )
}
