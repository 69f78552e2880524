import { useSession } from '../../session/Session.tsx'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { Code } from '../../ui/Code.tsx'
import { CopyIcon } from '../../ui/CopyButton.tsx'
import { Fold } from '../../ui/Fold.tsx'
import { describeServiceSide } from './operatorCommands.ts'
import styles from './record.module.css'

/** Explains where to do what Linkwright itself can't do with a link. */
export function ServiceSide({ profile, link }: { profile: SavedProfile; link: string }) {
  const { state } = useSession()
  const { who, switchOff, commands } = describeServiceSide(profile, link, state.dataFolder)
  return (
    <Fold title={getTitle(profile)}>
      <p className={styles['serviceSide']}>{who}</p>
      <ul className={styles['serviceSide']}>
        {!profile.reportsVisits && (
          <li>
            <strong>Visits.</strong>{' '}
            {profile.defaults === 'ours'
              ? 'This service doesn’t report visits to Linkwright. It adds the link’s tracking to web addresses, so the analytics of your website can count them.'
              : 'This service doesn’t report visits to Linkwright.'}
          </li>
        )}
        {!profile.canChangeLinks && (
          <li>
            <strong>Editing.</strong> This service doesn’t let Linkwright change links. Duplicate the link,
            edit the copy, and share that instead.
          </li>
        )}
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

function getTitle({ reportsVisits, canChangeLinks }: SavedProfile): string {
  if (canChangeLinks) return reportsVisits ? 'Operator commands' : 'Visits and operator commands'
  return reportsVisits ? 'Edit or switch off' : 'Visits, editing and switching off'
}
