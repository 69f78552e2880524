import type { RedirectRules, Visit } from '../../../contract/redirect/engine.ts'
import { OutcomeRow } from './OutcomeRow.tsx'
import { UserAgentTrial } from './UserAgentTrial.tsx'
import { simulate } from './visits.ts'
import styles from './simulator.module.css'

/** What a link does for each kind of visitor, and why. */
export function Outcomes({ rules, defaults }: { rules: RedirectRules; defaults: Visit['defaults'] }) {
  return (
    <div>
      <ul className={styles['outcomes']}>
        {simulate(rules, defaults).map((visit) => (
          <OutcomeRow key={visit.who} visit={visit} />
        ))}
      </ul>
      <UserAgentTrial rules={rules} defaults={defaults} />
    </div>
  )
}
