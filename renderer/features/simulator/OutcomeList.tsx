import type { RedirectRules, Visit } from '../../../contract/redirect/engine.ts'
import { OutcomeRow } from './OutcomeRow.tsx'
import { simulate } from './visits.ts'
import styles from './simulator.module.css'

/** Shows what a link does for each kind of visitor, and why. */
export function OutcomeList({ rules, defaults }: { rules: RedirectRules; defaults: Visit['defaults'] }) {
  return (
    <ul className={styles['outcomes']}>
      {simulate(rules, defaults).map((visit) => (
        <OutcomeRow key={visit.who} visit={visit} />
      ))}
    </ul>
  )
}
