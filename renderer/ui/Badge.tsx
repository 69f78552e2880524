import type { ReactNode } from 'react'
import type { CheckOutcome } from '../../contract/app/link/check.ts'
import { byName, namesOf } from '../../contract/service/link/fields.ts'
import type { Environment } from '../../contract/service/api/headers.ts'
import type { RecordState } from '../../contract/app/link/record.ts'
import type { Tone } from './Callout.tsx'
import { environmentLabels } from './environments.ts'
import styles from './ui.module.css'

const states: Record<RecordState, { tone: Tone; label: string }> = {
  pending: { tone: 'quiet', label: 'Creating' },
  created: { tone: 'good', label: 'Created' },
  failed: { tone: 'bad', label: 'Failed' },
  unknown: { tone: 'warn', label: 'Not certain' },
  reference: { tone: 'quiet', label: 'Reference' },
}

/** Labels of a create's outcome. */
export const stateLabels = byName(namesOf(states), (state) => states[state].label)

/** Labels of the last check's result. */
export const checkLabels: Record<CheckOutcome, string> = {
  same: 'No changes',
  changed: 'Changed',
  inactive: 'Off',
  gone: 'Gone',
}

const checkTones: Record<CheckOutcome, Tone> = { same: 'good', changed: 'warn', inactive: 'bad', gone: 'bad' }

interface StateBadgeProps {
  state: RecordState
  differs?: boolean
  /** The last check is more recent than the create, so its result takes precedence. */
  check?: CheckOutcome | null | undefined
}

/** Shows the outcome of a create as a badge, or what a later check found. */
export function StateBadge({ state, differs = false, check }: StateBadgeProps) {
  const { tone, label } = states[state]
  if (check && check !== 'same') return <Badge tone={checkTones[check]}>{checkLabels[check]}</Badge>
  return differs ? <Badge tone="warn">Stored differently</Badge> : <Badge tone={tone}>{label}</Badge>
}

export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={styles['badge']} data-tone={tone}>
      {children}
    </span>
  )
}

/** Shows a link's environment. Production and development look clearly different. With `isShort`, abbreviates it in a narrow window. */
export function EnvironmentBadge({
  environment,
  isShort = false,
}: {
  environment: Environment
  isShort?: boolean
}) {
  const label = environmentLabels[environment]
  return (
    <Badge tone={environment === 'production' ? 'warn' : 'quiet'}>
      {isShort ? (
        <>
          {/* Plain elements, because a list has dozens of them. */}
          <span className="mantine-hidden-from-md" title={label}>
            {shortLabels[environment]}
          </span>
          <span className="mantine-visible-from-md">{label}</span>
        </>
      ) : (
        label
      )}
    </Badge>
  )
}

const shortLabels: Record<Environment, string> = { production: 'Prod', development: 'Dev' }
