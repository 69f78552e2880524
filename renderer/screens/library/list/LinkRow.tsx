import { memo } from 'react'
import type { LibraryRow } from '../../../../contract/library/row.ts'
import { Badge, EnvironmentBadge, StateBadge } from '../../../ui/Badge.tsx'
import { RowLink } from '../../../ui/RowLink.tsx'
import { shorten } from '../../../ui/shorten.ts'
import { when } from '../../../ui/when.ts'
import { RowActions } from './RowActions.tsx'
import type { RowDoings } from './RowActions.tsx'
import styles from './list.module.css'

/** What a row has room for at the most, in characters. */
const longestLink = 96
const longestEnd = 14
const longestTitle = 110
const shownTags = 3

interface LinkRowProps {
  row: LibraryRow
  index: number
  selected: boolean
  /** Only the row with the focus lets Tab into it. */
  tabIndex: 0 | -1
  address: string
  doings: RowDoings
}

/** The cells of one link: all that tells it from the others of its campaign. */
export const LinkRow = memo(function LinkRow({
  row,
  index,
  selected,
  tabIndex,
  address,
  doings,
}: LinkRowProps) {
  const title = titleOfRow(row)
  return (
    <>
      <div role="gridcell" className={styles['check']}>
        <input
          type="checkbox"
          tabIndex={tabIndex}
          aria-label={`Select ${shorten(title, 80)}`}
          checked={selected}
          onChange={() => undefined}
          onClick={(event) => doings.toggle(index, event.shiftKey)}
        />
      </div>
      <div role="gridcell" className={styles['title']}>
        <RowLink href={address} title={title} tabIndex={tabIndex}>
          {shorten(title, longestTitle)}
        </RowLink>
        {row.link === null ? <em>No link</em> : <Ends text={row.link} />}
      </div>
      <div role="gridcell" className={styles['destination']}>
        {row.destination !== null && <Ends text={row.destination.replace(/^https?:\/\//i, '')} />}
        <Channel row={row} />
      </div>
      <div role="gridcell" className={styles['tags']}>
        <Tags tags={row.tags} />
      </div>
      <div role="gridcell" className={styles['states']}>
        <span>
          {row.damaged ? (
            <Badge tone="bad">Damaged</Badge>
          ) : (
            <StateBadge state={row.state} differs={row.differs} check={row.lastCheck} />
          )}{' '}
          <EnvironmentBadge environment={row.environment} />
        </span>
        <span title={row.profileName}>
          {row.profileName}
          {row.archived && ' · Archived'}
        </span>
      </div>
      <div role="gridcell" className={styles['date']}>
        {when(row.createdAt)}
      </div>
      <div role="gridcell" className={styles['actions']}>
        <RowActions row={row} title={title} tabIndex={tabIndex} doings={doings} />
      </div>
    </>
  )
})

/** What a link is called in the list. */
export function titleOfRow({ title, damaged }: Pick<LibraryRow, 'title' | 'damaged'>): string {
  return title || (damaged ? 'Damaged entry' : 'Untitled link')
}

/** An address whose end is seen however narrow the column is: it tells those of one domain apart. */
function Ends({ text }: { text: string }) {
  const short = shorten(text, longestLink)
  const cut = Math.max(short.lastIndexOf('/') + 1, short.length - longestEnd)
  return (
    <span className={styles['ends']} title={text}>
      <span>{short.slice(0, cut)}</span>
      <span>{short.slice(cut)}</span>
    </span>
  )
}

/** Source and medium, by which the links of one campaign are told apart, and the campaign where there is room. */
function Channel({ row: { source, medium, campaign } }: { row: LibraryRow }) {
  const channel = [source, medium].filter(Boolean).join(' / ')
  if (channel === '' && !campaign) return null
  return (
    <span className={styles['channel']} title={[channel, campaign].filter(Boolean).join(' · ')}>
      {channel}
      {campaign && <span>{channel === '' ? campaign : ` · ${campaign}`}</span>}
    </span>
  )
}

function Tags({ tags }: { tags: readonly string[] }) {
  const more = tags.length - shownTags
  return (
    <span className={styles['tagList']} title={tags.join(', ')}>
      {tags.slice(0, shownTags).map((tag) => (
        <span key={tag}>{shorten(tag, 24)}</span>
      ))}
      {more > 0 && <span>+{more}</span>}
    </span>
  )
}
