import { Button } from '@mantine/core'
import type { LibraryView } from '../../../../contract/library/view.ts'
import { useSession } from '../../../session/Session.tsx'
import { shorten } from '../../../ui/shorten.ts'
import { withoutOne } from './filters.ts'
import styles from './view.module.css'

interface ScopeProps {
  view: LibraryView
  choose: (view: LibraryView) => void
}

/**
 * Says which profiles and environments the list covers, because the header names only one. Narrows the list to it, or
 * widens it again.
 */
export function Scope({ view, choose }: ScopeProps) {
  const { current } = useSession()
  const { id, name } = current.profile
  const isHere = view.profileId === id && view.environment === current.environment
  const isEverything = view.profileId === undefined && view.environment === undefined
  const here = `${shorten(name, 30)}, ${current.environment}`
  return (
    <span className={styles['scope']} role="group" aria-label="Scope of the list">
      <span>{isEverything ? 'in all profiles and environments' : isHere ? `in ${here}` : ''}</span>
      <Button
        size="compact-xs"
        variant="subtle"
        onClick={() =>
          choose(
            isEverything
              ? { ...view, profileId: id, environment: current.environment }
              : withoutOne(withoutOne(view, 'profileId'), 'environment'),
          )
        }
      >
        {isEverything ? `Only ${here}` : 'Show all profiles and environments'}
      </Button>
    </span>
  )
}
