import type { RecordState } from '../../contract/record.ts'
import type { Tone } from './Callout.tsx'
import styles from './ui.module.css'

const states: Record<RecordState, { tone: Tone; label: string }> = {
  pending: { tone: 'quiet', label: 'Being made' },
  created: { tone: 'good', label: 'Created' },
  failed: { tone: 'bad', label: 'Failed' },
  unknown: { tone: 'warn', label: 'Not certain' },
}

/** What came of a create, in a word. */
export const stateLabels: Record<RecordState, string> = {
  pending: states.pending.label,
  created: states.created.label,
  failed: states.failed.label,
  unknown: states.unknown.label,
}

/** What came of a create, in a word and a colour. */
export function StateBadge({ state, differs = false }: { state: RecordState; differs?: boolean }) {
  const { tone, label } = states[state]
  return differs ? <Badge tone="warn">Stored differently</Badge> : <Badge tone={tone}>{label}</Badge>
}

export function Badge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={styles['badge']} data-tone={tone}>
      {children}
    </span>
  )
}

/** Where a link lives, drawn so that production is never taken for development. */
export function EnvironmentBadge({ environment }: { environment: 'production' | 'development' }) {
  const production = environment === 'production'
  return <Badge tone={production ? 'warn' : 'quiet'}>{production ? 'Production' : 'Development'}</Badge>
}
