import type { RedirectRules } from '../../../contract/service/redirect/engine.ts'
import { OutcomeRow } from './OutcomeRow.tsx'
import { simulate, type SimulatedProject } from './visits.ts'
import styles from './simulator.module.css'

export interface OutcomesProps extends SimulatedProject {
  rules: RedirectRules
}

/** Shows what a link does for each kind of visitor, and why. */
export function OutcomeList({ rules, ...project }: OutcomesProps) {
  return (
    <ul className={styles['outcomes']}>
      {simulate(rules, project).map((visit) => (
        <OutcomeRow key={visit.who} visit={visit} />
      ))}
    </ul>
  )
}
