import { Button } from '@mantine/core'
import { useCall, useCallMutation } from '../../api/useCall.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import styles from './profiles.module.css'

/** Lists the schemes that the user confirmed for a profile (decision 28). Renders nothing if there are none. */
export function ConfirmedSchemes({ profile: { id } }: { profile: SavedProfile }) {
  const { data } = useCall('profiles.schemes', { id })
  const withdraw = useCallMutation('profiles.withdrawScheme')
  const schemes = data?.schemes ?? []
  if (schemes.length === 0) return null
  return (
    <section className={styles['part']} aria-labelledby="schemes-heading">
      <h3 id="schemes-heading">Confirmed destinations</h3>
      <p>
        Links of this profile may lead to addresses of these kinds without a question. They open an app or a
        program on the visitor’s device.
      </p>
      <ul className={styles['schemes']}>
        {schemes.map((scheme) => (
          <li key={scheme}>
            <code>{scheme}</code>
            <Button
              variant="default"
              size="compact-xs"
              aria-label={`Ask again before links lead to ${scheme}`}
              onClick={() => withdraw.mutate({ id, scheme })}
            >
              Ask again
            </Button>
          </li>
        ))}
      </ul>
      {withdraw.error && <ProblemView problem={withdraw.error.problem} />}
    </section>
  )
}
