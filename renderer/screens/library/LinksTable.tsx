import { Link } from 'wouter'
import type { LinkRecord } from '../../../contract/record.ts'
import { QrIcon } from '../../features/qr/QrButton.tsx'
import { OpenIcon } from '../../features/record/OpenLink.tsx'
import { channelOf, destinationOf } from '../../features/record/summary.ts'
import { titleOf } from '../../features/record/titleOf.ts'
import { Badge, EnvironmentBadge, StateBadge } from '../../ui/Badge.tsx'
import { CopyIcon } from '../../ui/CopyButton.tsx'
import { shorten } from '../../ui/shorten.ts'
import { when } from '../../ui/when.ts'
import styles from './library.module.css'

/** Links as rows. The whole row opens its link; the title is what a keyboard reaches. */
export function LinksTable({ records }: { records: LinkRecord[] }) {
  return (
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">Link</th>
          <th scope="col">Goes to</th>
          <th scope="col">State</th>
          <th scope="col">Environment</th>
          <th scope="col">Date</th>
          <th scope="col">
            <span className={styles['hiddenText']}>Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {records.map((record) => (
          <Row key={record.id} record={record} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ record }: { record: LinkRecord }) {
  const differs = record.differences !== null && record.differences.length > 0
  return (
    <tr>
      <td className={styles['title']}>
        <Link href={`/links/${record.id}`}>{titleOf(record)}</Link>
        {record.link === null ? <em>No link</em> : <Address link={record.link} />}
      </td>
      <td className={styles['destination']}>
        <Destination record={record} />
      </td>
      <td className={styles['states']}>
        <StateBadge state={record.state} differs={differs} />
        {record.damaged && <Badge tone="bad">Damaged</Badge>}
      </td>
      <td className={styles['place']}>
        <EnvironmentBadge environment={record.environment} />
        <span title={record.profileName}>{record.profileName}</span>
      </td>
      <td className={styles['date']}>{when(record.createdAt)}</td>
      <td className={styles['copy']}>
        {record.link !== null && (
          <div className={styles['rowActions']}>
            <CopyIcon text={record.link} label={`Copy ${record.link}`} />
            <QrIcon link={record.link} profileId={record.profileId} />
            <OpenIcon link={record.link} />
          </div>
        )}
      </td>
    </tr>
  )
}

/** What a row has room for at the most, in characters. */
const longestLink = 96
const longestEnd = 14
const longestDestination = 34

/** A link whose last part is seen however narrow the column is: it tells links of one domain apart. */
function Address({ link }: { link: string }) {
  const text = shorten(link, longestLink)
  const cut = Math.max(text.lastIndexOf('/') + 1, text.length - longestEnd)
  return (
    <span className={styles['address']} title={link}>
      <span>{text.slice(0, cut)}</span>
      <span>{text.slice(cut)}</span>
    </span>
  )
}

/** Where it leads and through which channel: links of one campaign have one title. */
function Destination({ record }: { record: LinkRecord }) {
  const destination = destinationOf(record)
  const channel = channelOf(record)
  return (
    <>
      {destination && (
        <span title={destination.url}>
          {shorten(destination.url.replace(/^https?:\/\//i, ''), longestDestination)}
          {destination.others > 0 && ` +${destination.others}`}
        </span>
      )}
      {channel !== null && <span className={styles['channel']}>{channel}</span>}
    </>
  )
}
