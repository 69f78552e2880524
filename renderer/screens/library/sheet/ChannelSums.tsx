import { formatCount, formatNumber } from '../../../ui/formatCount.ts'
import { Table } from '../../../ui/Table.tsx'
import { sectionNames } from './sheetSections.ts'
import type { SheetSection, SheetSum } from './sheetSections.ts'
import { sumText, unknownLinksText } from './sheetText.ts'
import styles from './sheet.module.css'

interface ChannelSumsProps {
  section: SheetSection
  /** Whether every service answered the request for visits. */
  wasAnswered: boolean
}

interface SumRow {
  channel: string
  sum: SheetSum
}

/** Shows an environment's name and the sums of its channels. */
export function ChannelSums({ section: { kind, groups, sum }, wasAnswered }: ChannelSumsProps) {
  const name = sectionNames[kind]
  const all: SumRow = { channel: 'All channels', sum }
  const rows = groups.length > 1 ? [...groups, all] : groups
  const unknown = kind === 'reference' ? null : unknownLinksText(sum, wasAnswered)
  return (
    <>
      <h3 id={`sheet-${kind}`}>
        {name} <span className={styles['quiet']}>{formatCount(sum.links, 'link')}</span>
      </h3>
      {kind === 'reference' && (
        <p className={styles['quiet']}>Linkwright doesn’t have visits for other services’ links.</p>
      )}
      {unknown !== null && <p className={styles['quiet']}>{unknown}</p>}
      <Table<SumRow>
        className={styles['sums']}
        aria-label={`${name}: channels`}
        columns={[
          { head: 'Channel', cell: ({ channel }) => channel, isRowHeader: true },
          { head: 'Links', cell: (row) => formatNumber(row.sum.links), className: styles['number'] },
          { head: 'Visits', cell: (row) => sumText(row.sum, 'total'), className: styles['number'] },
          { head: 'Last 14 days', cell: (row) => sumText(row.sum, 'recent'), className: styles['number'] },
        ]}
        rows={rows}
        getKey={({ channel }) => channel}
      />
    </>
  )
}
