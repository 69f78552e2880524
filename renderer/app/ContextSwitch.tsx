import { Kbd, SegmentedControl } from '@mantine/core'
import { useCallback } from 'react'
import type { AppState } from '../../contract/calls/app.ts'
import type { Environment } from '../../contract/headers.ts'
import { useSwitchProfile } from '../api/profiles.ts'
import { environmentChoices } from '../ui/environments.ts'
import { showProblemToast } from '../ui/problem/showProblem.tsx'
import { ProfileMenu } from './ProfileMenu.tsx'
import { formatShortcut, useContextKeys } from './contextKeys.ts'
import type { Current } from '../session/currentProfile.ts'
import styles from './shell.module.css'

/** Shows the active profile and environment, and switches them. */
export function ContextSwitch({ state, current }: { state: AppState; current: Current }) {
  const { mutate } = useSwitchProfile()
  const switchTo = useCallback(
    (id: string, environment: Environment) =>
      mutate({ id, environment }, { onError: (error) => showProblemToast(error.problem) }),
    [mutate],
  )
  useContextKeys(state, current, switchTo)
  return (
    <div className={styles['context']}>
      <ProfileMenu
        profiles={state.profiles}
        current={current.profile}
        keyStore={state.keyStore}
        choose={(id) => switchTo(id, current.environment)}
      />
      <div className={styles['environment']}>
        <SegmentedControl
          aria-label="Environment"
          aria-keyshortcuts="Alt+P"
          data={environmentChoices}
          value={current.environment}
          onChange={(environment) => switchTo(current.profile.id, environment)}
        />
        <Kbd size="xs" aria-hidden>
          {formatShortcut('P')}
        </Kbd>
      </div>
    </div>
  )
}
