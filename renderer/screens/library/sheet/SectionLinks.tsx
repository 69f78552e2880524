import { memo } from 'react'
import { Link } from 'wouter'
import { listColumns } from '../../../../contract/library/listColumns.ts'
import { sourceMedium } from '../../../features/record/summary.ts'
import { formatCount } from '../../../ui/formatCount.ts'
import { sectionNames } from './sheetSections.ts'
import type { ChannelGroup, SheetLink, SheetSection } from './sheetSections.ts'
import { countText, sumText } from './sheetText.ts'
import styles from './sheet.module.css'

/** Shows an environment's links, grouped under the name and sums of their channel. */
export const SectionLinks = memo(function SectionLinks({ section }: { section: SheetSection }) {
  const hasProfiles = new Set(listLinks(section).map(({ row }) => row.profileName)).size > 1
  return (
    <table className={styles['links']} aria-label={`${sectionNames[section.kind]}: links`}>
      <thead>
        <tr>
          <th scope="col">Link</th>
          <th scope="col">{listColumns.channel.label}</th>
          {hasProfiles && <th scope="col">{listColumns.profile.label}</th>}
          <th scope="col">Visits</th>
          <th scope="col">Last 14 days</th>
        </tr>
      </thead>
      {section.groups.map((group) => (
        <Group key={group.channel} group={group} hasProfiles={hasProfiles} />
      ))}
    </table>
  )
})

function listLinks({ groups }: SheetSection): SheetLink[] {
  return groups.flatMap(({ links }) => links)
}

function Group({
  group: { channel, links, sum },
  hasProfiles,
}: {
  group: ChannelGroup
  hasProfiles: boolean
}) {
  return (
    <tbody>
      <tr className={styles['group']}>
        <th scope="rowgroup" colSpan={hasProfiles ? 3 : 2}>
          {channel} <span className={styles['quiet']}>{formatCount(links.length, 'link')}</span>
        </th>
        <td className={styles['number']}>{sumText(sum, 'total')}</td>
        <td className={styles['number']}>{sumText(sum, 'recent')}</td>
      </tr>
      {links.map(({ row, visits }) => (
        <tr key={row.id}>
          <th scope="row">
            <Link href={`/links/${row.id}`}>{row.title ?? 'Untitled link'}</Link>
            <span className={styles['address']}>{row.link}</span>
          </th>
          <td>{sourceMedium(row) || '—'}</td>
          {hasProfiles && <td>{row.profileName}</td>}
          <td className={styles['number']}>{countText(visits, 'total')}</td>
          <td className={styles['number']}>{countText(visits, 'recent')}</td>
        </tr>
      ))}
    </tbody>
  )
}
