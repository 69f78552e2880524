import { useSession } from '../../session/Session.tsx'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { Code } from '../../ui/Code.tsx'
import { CopyIcon } from '../../ui/CopyButton.tsx'
import { Fold } from '../../ui/Fold.tsx'
import { serviceSideOf } from './serviceSide.ts'
import styles from './record.module.css'

/** Says where to find what Linkwright itself does not do with a link. */
export function ServiceSide({ profile, link }: { profile: SavedProfile; link: string }) {
  const { state } = useSession()
  const { who, switchOff, commands } = serviceSideOf(profile, link, state.dataFolder)
  return (
    <Fold title="Visits, editing and switching off">
      <p className={styles['serviceSide']}>{who}</p>
      <ul className={styles['serviceSide']}>
        <li>
          <strong>Visits.</strong>{' '}
          {profile.defaults === 'ours'
            ? 'The service keeps no count of visits. It adds the link’s tracking to web addresses, so the analytics of your website can count them.'
            : 'Linkwright can see no numbers: this service’s API has none.'}
        </li>
        <li>
          <strong>Editing.</strong> A link can’t be changed through the API. Duplicate it, change the copy,
          and share that.
        </li>
        <li>
          <strong>Switching off.</strong> {switchOff}
        </li>
      </ul>
      {commands.map(({ does, command }) => (
        <div key={does} className={styles['command']}>
          <span>{does}</span>
          <Code text={command} label={does} />
          <CopyIcon text={command} label={`Copy the command: ${does}`} />
        </div>
      ))}
    </Fold>
  )
}
