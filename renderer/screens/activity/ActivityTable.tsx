import type { ActivityEntry } from '../../../contract/calls/activity.ts'
import { Badge } from '../../ui/Badge.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import { shorten } from '../../ui/shorten.ts'
import { useSession } from '../../session/Session.tsx'
import { ProfileTile } from '../../session/ProfileTile.tsx'
import { formatDuration, formatMoment, formatSize } from './format.ts'
import { operationNames } from './operations.ts'
import { describeOutcome } from './outcome.ts'
import styles from './activity.module.css'

/** Shows requests as rows. Clicking a row opens its request; keyboard users reach the operation. */
export function ActivityTable({ entries }: { entries: ActivityEntry[] }) {
  return (
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Operation</th>
          <th scope="col">Link</th>
          <th scope="col">Profile</th>
          <th scope="col">Outcome</th>
          <th scope="col">Duration</th>
          <th scope="col">Size</th>
          <th scope="col">Attempt</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ entry }: { entry: ActivityEntry }) {
  const { tone, label, why } = describeOutcome(entry)
  return (
    <tr>
      <td className={styles['time']}>{formatMoment(entry.time)}</td>
      <td>
        <RowLink href={`/activity/${entry.id}`}>{operationNames[entry.operation]}</RowLink>
      </td>
      <td className={styles['subject']}>
        <Subject entry={entry} />
      </td>
      <td className={styles['where']}>
        <ProfileOf entry={entry} />
      </td>
      <td>
        <span className={styles['result']}>
          <Badge tone={tone}>{label}</Badge>
          {why && <span title={why}>{why}</span>}
        </span>
      </td>
      <td className={styles['number']}>{formatDuration(entry.durationMs)}</td>
      <td className={styles['number']}>{formatSize(entry.bytes)}</td>
      <td className={styles['number']}>{entry.attempt}</td>
    </tr>
  )
}

/** Maximum characters of a link in a row. Both ends stay visible. */
const maxLinkLength = 40

/** Shows which link the request was about; nothing for a connection test. */
function Subject({ entry: { title, link } }: { entry: ActivityEntry }) {
  return (
    <span className={styles['names']}>
      {title !== null && <span title={title}>{title}</span>}
      {link !== null && <span title={link}>{shorten(link.replace(/^https?:\/\//i, ''), maxLinkLength)}</span>}
    </span>
  )
}

/** Returns the profile's current name, or the recorded one if the profile was deleted or never saved. */
function ProfileOf({ entry }: { entry: ActivityEntry }) {
  const { state } = useSession()
  const profile = state.profiles.find(({ id }) => id === entry.profileId)
  return (
    <>
      {profile && <ProfileTile profile={profile} />}
      <span className={styles['names']}>
        <span>{profile?.name ?? entry.profileName ?? 'Unsaved profile'}</span>
        <span>{entry.environment}</span>
      </span>
    </>
  )
}
